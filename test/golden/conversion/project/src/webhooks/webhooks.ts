// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import type { Manager } from '@opgen/runtime';
import { setupMemcachedConversion } from './cache/memcached.conversion.ts';
import { setupMemcachedWebhook } from './cache/v1/memcached.webhook.ts';
// +scaffold:imports

/**
 * All that the API server asks this operator for. Tests set all of it up too, as one kind may need another.
 */
export function setupWebhooks(manager: Manager): void {
  setupMemcachedConversion(manager);
  setupMemcachedWebhook(manager);
  // +scaffold:setup
}
