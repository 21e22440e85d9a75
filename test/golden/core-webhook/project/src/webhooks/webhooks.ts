import type { Manager } from '@opgen/runtime';
import { setupPodWebhook } from './core/v1/pod.webhook.ts';
import { setupDeploymentWebhook } from './apps/v1/deployment.webhook.ts';
import { setupNamespaceWebhook } from './core/v1/namespace.webhook.ts';
// +scaffold:imports

/**
 * All that the API server asks this operator for. Tests set all of it up too, as one kind may need another.
 */
export function setupWebhooks(manager: Manager): void {
  setupPodWebhook(manager);
  setupDeploymentWebhook(manager);
  setupNamespaceWebhook(manager);
  // +scaffold:setup
}
