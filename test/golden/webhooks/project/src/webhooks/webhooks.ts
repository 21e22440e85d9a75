// SPDX-License-Identifier: Apache-2.0

import type { Manager } from '@opgen/runtime';
import { setupMemcachedWebhook } from './cache/v1/memcached.webhook.ts';
import { setupPoolWebhook } from './cache/v1alpha1/pool.webhook.ts';
// +scaffold:imports

/**
 * All that the API server asks this operator for. Tests set all of it up too, as one kind may need another.
 */
export function setupWebhooks(manager: Manager): void {
  setupMemcachedWebhook(manager);
  setupPoolWebhook(manager);
  // +scaffold:setup
}
