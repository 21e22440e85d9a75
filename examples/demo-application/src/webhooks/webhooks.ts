// SPDX-License-Identifier: Apache-2.0

import type { Manager } from '@opgen/runtime';
import { setupDemoApplicationConversion } from './demo/demo-application.conversion.ts';
// +scaffold:imports

/** Registers all webhooks. Tests register all of them too, because one kind may depend on another. */
export function setupWebhooks(manager: Manager): void {
  setupDemoApplicationConversion(manager);
  // +scaffold:setup
}
