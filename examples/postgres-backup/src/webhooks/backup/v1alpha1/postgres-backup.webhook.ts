// SPDX-License-Identifier: Apache-2.0

import {
  type AdmissionContext,
  type Defaulter,
  deny,
  type FieldProblem,
  type Manager,
  type Validator,
} from '@opgen/runtime';
import { Schedule } from '@opgen/runtime/schedule';
import { imageOf, PostgresBackup } from '../../../api/backup/v1alpha1/postgres-backup.ts';

/** Fills in the image, which follows from another field, as no `+default` can: users see it then, and it stays. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class PostgresBackupDefaulter implements Defaulter<PostgresBackup> {
  async default({ spec }: PostgresBackup): Promise<void> {
    spec.image = imageOf(spec);
  }
}

/** Refuses a schedule that nobody could follow, which no schema can tell. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class PostgresBackupValidator implements Validator<PostgresBackup> {
  async validateCreate(backup: PostgresBackup, context: AdmissionContext<PostgresBackup>): Promise<void> {
    if (backup.spec.suspend === true) context.warn('spec.suspend is true: no backups are made');
    const causes = [...problemsOfTimeZone(backup), ...problemsOfSchedule(backup)];
    if (causes.length > 0) deny('the schedule cannot be followed', { causes });
  }

  async validateUpdate(
    _old: PostgresBackup,
    backup: PostgresBackup,
    context: AdmissionContext<PostgresBackup>,
  ): Promise<void> {
    await this.validateCreate(backup, context);
  }
}
// +scaffold:webhooks

function problemsOfSchedule({ spec }: PostgresBackup): FieldProblem[] {
  return problems('spec.schedule', () => new Schedule(spec.schedule));
}

function problemsOfTimeZone({ spec }: PostgresBackup): FieldProblem[] {
  return problems('spec.timeZone', () => new Schedule('@daily', { timeZone: spec.timeZone }));
}

/** The schedule itself knows best what is wrong with it. */
function problems(field: string, attempt: () => unknown): FieldProblem[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [{ field, message: (error as Error).message }];
  }
}

/** Says who answers the API server. Where it asks is in config/webhook, written by `opgen manifests`. */
export function setupPostgresBackupWebhook(manager: Manager): void {
  manager.webhook(PostgresBackup).defaultWith(new PostgresBackupDefaulter());
  manager.webhook(PostgresBackup).validateWith(new PostgresBackupValidator());
  // +scaffold:registrations
}
