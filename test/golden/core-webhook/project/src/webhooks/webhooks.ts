import type { Manager } from '@opgen/runtime';
import { setupPodWebhook } from './core/v1/pod.webhook.ts';
import { setupDeploymentWebhook } from './apps/v1/deployment.webhook.ts';
import { setupNamespaceWebhook } from './core/v1/namespace.webhook.ts';
// +scaffold:imports

/** Registers all webhooks. Tests register all of them too, because one kind may depend on another. */
export function setupWebhooks(manager: Manager): void {
  setupPodWebhook(manager);
  setupDeploymentWebhook(manager);
  setupNamespaceWebhook(manager);
  // +scaffold:setup
}
