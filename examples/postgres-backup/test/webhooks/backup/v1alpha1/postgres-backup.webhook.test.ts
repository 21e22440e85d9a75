// SPDX-License-Identifier: Apache-2.0

import { Denied } from '@opgen/runtime';
import { admissionContext, samplesOf } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { PostgresBackup } from '../../../../src/api/backup/v1alpha1/postgres-backup.ts';
import {
  PostgresBackupDefaulter,
  PostgresBackupValidator,
} from '../../../../src/webhooks/backup/v1alpha1/postgres-backup.webhook.ts';
// +scaffold:imports

// Valid objects, drawn from the schema, which knows no schedules: the same ones every time.
const drawn = await samplesOf(PostgresBackup, { crds: 'config/crd/bases', count: 50 });
const samples = drawn.map((sample) => withSpec(sample, { schedule: '@daily', timeZone: 'UTC' }));

describe('the defaulter', () => {
  const defaulter = new PostgresBackupDefaulter();

  test('takes the image of the version of the server', async () => {
    const { image: _, ...spec } = { ...samples[0]!.spec, serverVersion: 16 };
    const backup = { ...samples[0]!, spec };
    await defaulter.default(backup);
    expect(backup.spec).toHaveProperty('image', 'postgres:16-alpine');
  });

  test('leaves alone what is set', async () => {
    for (const sample of samples) {
      const once = structuredClone(sample);
      await defaulter.default(once);
      const twice = structuredClone(once);
      await defaulter.default(twice);
      expect(twice).toEqual(once);
    }
  });
});

describe('the validator', () => {
  const validator = new PostgresBackupValidator();

  test('lets pass what may be created, also when it is stored again unchanged', async () => {
    for (const sample of samples) {
      await validator.validateCreate(sample, admissionContext(sample));
      const context = admissionContext(sample, { operation: 'UPDATE', old: sample });
      await validator.validateUpdate(sample, sample, context);
    }
  });

  test.each([
    ['spec.schedule', { schedule: '61 2 * * *' }],
    ['spec.timeZone', { timeZone: 'Europe/Atlantis' }],
  ])('refuses a wrong %s', async (field, wrong) => {
    const backup = withSpec(samples[0]!, wrong);
    const refusal = validator.validateCreate(backup, admissionContext(backup));
    await expect(refusal).rejects.toThrow(Denied);
    await expect(refusal).rejects.toMatchObject({ causes: [{ field }] });
  });

  test('warns of a backup that makes none', async () => {
    const backup = withSpec(samples[0]!, { suspend: true });
    const context = admissionContext(backup);
    await validator.validateCreate(backup, context);
    expect(context.warnings).toEqual(['spec.suspend is true: no backups are made']);
  });
});

function withSpec(backup: PostgresBackup, spec: Partial<PostgresBackup['spec']>): PostgresBackup {
  return { ...backup, spec: { ...backup.spec, ...spec } };
}
