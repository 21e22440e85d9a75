// SPDX-License-Identifier: Apache-2.0

import type { Manager } from '@opgen/runtime';
import { setupMemcachedWebhook } from './cache/v1/memcached.webhook.ts';
import { setupPoolWebhook } from './cache/v1alpha1/pool.webhook.ts';
// +scaffold:imports

/** Registers all webhooks. Tests register all of them too, because one kind may depend on another. */
export function setupWebhooks(manager: Manager): void {
  setupMemcachedWebhook(manager);
  setupPoolWebhook(manager);
  // +scaffold:setup
}
