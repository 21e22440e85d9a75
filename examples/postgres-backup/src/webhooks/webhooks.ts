// SPDX-License-Identifier: Apache-2.0

import type { Manager } from '@opgen/runtime';
import { setupPostgresBackupWebhook } from './backup/v1alpha1/postgres-backup.webhook.ts';
// +scaffold:imports

/** All that the API server asks this operator for. Tests set all of it up too, as one kind may need another. */
export function setupWebhooks(manager: Manager): void {
  setupPostgresBackupWebhook(manager);
  // +scaffold:setup
}
