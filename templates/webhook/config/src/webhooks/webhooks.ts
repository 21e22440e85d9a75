import type { Manager } from '@opgen/runtime';
// +scaffold:imports

/** All that the API server asks this operator for. Tests set all of it up too, as one kind may need another. */
export function setupWebhooks(manager: Manager): void {
  // +scaffold:setup
}
