import { startCluster } from '@opgen/testing';
import { expect, test } from 'vitest';
import { UserError } from '../../src/diagnostics.ts';
import { bundleExample, planOf } from './example.ts';
import { tenants } from './scenarios.ts';

const { root } = tenants;
const tenant = {
  apiVersion: 'test.example.com/v1',
  kind: 'Tenant',
  metadata: { name: 'plan-incomplete' },
  spec: { version: 'v1' },
};
const crds = `${root}/config/crd/bases`;

const failing = (text: string): string =>
  text.replace('const ownerReferences', "throw new Error('no quota');\n  const ownerReferences");
const exiting = (text: string): string => `throw new Error('a setting is missing');\n${text}`;

async function diagnosticsOf(planning: Promise<unknown>): Promise<unknown> {
  const error = await planning.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).diagnostics;
}

test('names the kind that the user may not read, and the role that contains it', async () => {
  await using cluster = await startCluster({ crds });
  const example = await bundleExample('tenants', { root });
  const planning = planOf(example, cluster.transportFor({ name: 'viewer', groups: [] }));
  expect(await diagnosticsOf(planning)).toMatchObject([
    {
      code: 'OPG4034',
      message: 'cannot list tenants.test.example.com',
      hint: expect.stringContaining('ClusterRole tenants-manager-role'),
    },
  ]);
});

test('names the reconcile that fails', async () => {
  await using cluster = await startCluster({ crds, objects: [tenant] });
  const plan = await planOf(await bundleExample('tenants', { root, edit: failing }), cluster.transport);
  expect(plan).toMatchObject({
    settled: true,
    diagnostics: [
      {
        code: 'OPG4036',
        severity: 'error',
        message: 'the reconcile of tenants plan-incomplete fails: no quota',
      },
    ],
  });
});

test('shows the last output of an operator that exits', async () => {
  await using cluster = await startCluster({ crds });
  const planning = planOf(await bundleExample('tenants', { root, edit: exiting }), cluster.transport);
  expect(await diagnosticsOf(planning)).toMatchObject([
    { code: 'OPG4022', message: expect.stringContaining('a setting is missing') },
  ]);
});
