// SPDX-License-Identifier: Apache-2.0

import type { Manager } from '@opgen/runtime';
import { setupPostgresBackupWebhook } from './backup/v1alpha1/postgres-backup.webhook.ts';
// +scaffold:imports

/** Registers all webhooks. Tests register all of them too, because one kind may depend on another. */
export function setupWebhooks(manager: Manager): void {
  setupPostgresBackupWebhook(manager);
  // +scaffold:setup
}
