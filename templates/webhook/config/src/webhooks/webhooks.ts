import type { Manager } from '@opgen/runtime';
// +scaffold:imports

/** Registers all webhooks. Tests register all of them too, because one kind may depend on another. */
export function setupWebhooks(manager: Manager): void {
  // +scaffold:setup
}
