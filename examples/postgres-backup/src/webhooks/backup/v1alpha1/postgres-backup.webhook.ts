// SPDX-License-Identifier: Apache-2.0

import {
  type AdmissionContext,
  type Defaulter,
  deny,
  type FieldProblem,
  type Manager,
  type Unvalidated,
  type Validator,
} from '@opgen/runtime';
import { Schedule } from '@opgen/runtime/schedule';
import { imageOf, PostgresBackup } from '../../../api/backup/v1alpha1/postgres-backup.ts';

/** Defaults the image from `serverVersion`, which `+default` cannot do. The stored object then shows the image. */
// +webhook:verbs=create;update,failurePolicy=fail,sideEffects=None
export class PostgresBackupDefaulter implements Defaulter<PostgresBackup> {
  async default({ spec }: Unvalidated<PostgresBackup>): Promise<void> {
    if (spec?.serverVersion === undefined) return;
    const { image, serverVersion } = spec;
    spec.image = imageOf({ ...(image !== undefined && { image }), serverVersion });
  }
}

/** Rejects an invalid schedule, which the schema cannot detect. */
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

/** Turns the error of the schedule parser into a field problem. */
function problems(field: string, attempt: () => unknown): FieldProblem[] {
  try {
    attempt();
    return [];
  } catch (error) {
    return [{ field, message: (error as Error).message }];
  }
}

/** Registers the webhooks of this kind. `opgen manifests` writes their configuration to config/webhook. */
export function setupPostgresBackupWebhook(manager: Manager): void {
  manager.webhook(PostgresBackup).defaultWith(new PostgresBackupDefaulter());
  manager.webhook(PostgresBackup).validateWith(new PostgresBackupValidator());
  // +scaffold:registrations
}
