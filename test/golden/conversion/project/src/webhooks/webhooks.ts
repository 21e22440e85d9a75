// Copyright 2026 Pomona
// SPDX-License-Identifier: MIT

import type { Manager } from '@opgen/runtime';
import { setupMemcachedConversion } from './cache/memcached.conversion.ts';
import { setupMemcachedWebhook } from './cache/v1/memcached.webhook.ts';
// +scaffold:imports

/** Registers all webhooks. Tests register all of them too, because one kind may depend on another. */
export function setupWebhooks(manager: Manager): void {
  setupMemcachedConversion(manager);
  setupMemcachedWebhook(manager);
  // +scaffold:setup
}
