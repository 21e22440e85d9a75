// SPDX-License-Identifier: Apache-2.0

import {
  type Condition,
  type CustomResource,
  type Defaults,
  defineKind,
  type Int32,
  type Int64,
  type Time,
} from '@opgen/runtime';

/** PostgresBackupSpec is the desired state of a PostgresBackup. */
export interface PostgresBackupSpec extends Defaults<'timeZone' | 'keep' | 'serverVersion'> {
  /** When backups are made, written as in a CronJob: `30 2 * * *`. */
  // +validation:MinLength=1
  schedule: string;

  /** Time zone of the schedule. */
  // +default=UTC
  timeZone: string;

  /** Secret in the same namespace, whose key `uri` says how to reach the database. */
  // +validation:MinLength=1
  connectionSecret: string;

  /** PersistentVolumeClaim in the same namespace, into which dumps are written. */
  // +validation:MinLength=1
  volumeClaim: string;

  /** Number of dumps, and of the Jobs that made them, to keep. */
  // +validation:Minimum=1
  // +default=7
  keep: Int32;

  /** Major version of the database server, which `pg_dump` must not be older than. */
  // +validation:Minimum=13
  // +default=18
  serverVersion: Int32;

  /** Image that has `pg_dump`. By default the official one of the server's version. */
  // +validation:MinLength=1
  image?: string;

  /** Makes no backups for now. What falls due meanwhile is made up for once, afterwards. */
  suspend?: boolean;
}

/** PostgresBackupStatus is the observed state of a PostgresBackup. */
export interface PostgresBackupStatus {
  /** Generation of the spec that this status describes. */
  observedGeneration?: Int64;

  /** Moment for which the last backup was started. */
  lastScheduleTime?: Time;

  /** When the last backup that succeeded was complete. */
  lastSuccessTime?: Time;

  /** Current state, one condition for each type. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

/** PostgresBackup dumps a PostgreSQL database into a volume, again and again, and keeps the newest dumps. */
// +resource:shortName=pgbackup
// +storageversion
// +subresource:status
// +printcolumn:name=Schedule,type=string,jsonPath=.spec.schedule
// +printcolumn:name=Last success,type=date,jsonPath=.status.lastSuccessTime
// +printcolumn:name=Ready,type=string,jsonPath=`.status.conditions[?(@.type=="Ready")].status`
// +printcolumn:name=Age,type=date,jsonPath=.metadata.creationTimestamp
export interface PostgresBackup extends CustomResource<PostgresBackupSpec, PostgresBackupStatus> {
  apiVersion: 'backup.example.com/v1alpha1';
  kind: 'PostgresBackup';
}

export const PostgresBackup = defineKind<PostgresBackup>({
  apiVersion: 'backup.example.com/v1alpha1',
  kind: 'PostgresBackup',
  plural: 'postgresbackups',
  scope: 'Namespaced',
});

/** The image that makes the dumps. */
export function imageOf({
  image,
  serverVersion,
}: Pick<PostgresBackupSpec, 'image' | 'serverVersion'>): string {
  return image ?? `postgres:${serverVersion}-alpine`;
}
