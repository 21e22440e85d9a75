/** What a plan depends on besides the code of the operator: its namespace, `config/default`, and the timeout. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '@opgen/testing';
import { expect, onTestFinished, test } from 'vitest';
import { goldenFiles, goldenWorkspace } from '../support/golden.ts';
import { bundleExample, planOf } from './example.ts';
import { tenants } from './scenarios.ts';

/** A golden project inside the repository, so that esbuild finds the packages. */
function project(scenario: string): string {
  const folder = goldenWorkspace([scenario]);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, scenario);
}

const namespaceOf = (name: string): object => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });

const tree = (namespace: string): object => ({
  apiVersion: 'fruit.example.com/v1',
  kind: 'Tree',
  metadata: { name: 'apple', namespace },
  spec: {},
});

test('a namespaced operator changes only objects in its namespace', async () => {
  const root = project('namespaced-pnpm');
  await using cluster = await startCluster({
    crds: join(root, 'config/crd/bases'),
    objects: [namespaceOf('nursery-system'), tree('nursery-system'), tree('default')],
  });
  const example = await bundleExample('nursery', { root });
  const plan = await planOf(example, cluster.transport, { namespaced: true });
  expect(plan).toMatchObject({ settled: true, diagnostics: [] });
  expect(plan.objects).toMatchObject([
    { action: 'update', kind: 'Tree', namespace: 'nursery-system', name: 'apple' },
  ]);
});

test('the names and the namespace of config/default are those of the plan', async () => {
  const root = project('single-api');
  const path = 'config/default/kustomization.yaml';
  const kustomization = goldenFiles('single-api')[path] ?? '';
  writeFileSync(
    join(root, path),
    kustomization
      .replace(/^namespace: .*$/m, 'namespace: caches')
      .replace(/^namePrefix: .*$/m, 'namePrefix: team-a-'),
  );
  await using cluster = await startCluster({
    crds: join(root, 'config/crd/bases'),
    objects: [
      {
        apiVersion: 'cache.example.com/v1alpha1',
        kind: 'Memcached',
        metadata: { name: 'shop', namespace: 'default' },
        spec: {},
      },
    ],
  });
  const plan = await planOf(await bundleExample('memcached-operator', { root }), cluster.transport);
  expect(plan).toMatchObject({ settled: true, diagnostics: [] });
  // The operator runs with the permissions of these roles.
  expect(plan.objects).toMatchObject([{ action: 'update', kind: 'Memcached', name: 'shop' }]);
  const created = plan.manifests.map(({ kind, name, namespace }) => ({ kind, name, namespace }));
  expect(created).toContainEqual({ kind: 'Namespace', name: 'caches', namespace: undefined });
  expect(created).toContainEqual({
    kind: 'ServiceAccount',
    name: 'team-a-controller-manager',
    namespace: 'caches',
  });
  expect(created).toContainEqual({
    kind: 'ClusterRole',
    name: 'team-a-manager-role',
    namespace: undefined,
  });
});

const restless = (text: string): string =>
  text
    .replace("checked: 'yes'", 'checked: String(Date.now())')
    .replace('requeueAfter(3_600_000)', 'requeueAfter(50)');

test('a plan that does not come to rest within the timeout is incomplete', async () => {
  const { root } = tenants;
  await using cluster = await startCluster({
    crds: join(root, 'config/crd/bases'),
    objects: [
      {
        apiVersion: 'test.example.com/v1',
        kind: 'Tenant',
        metadata: { name: 'plan-restless' },
        spec: { version: 'v1' },
      },
    ],
  });
  const example = await bundleExample('tenants', { root, edit: restless });
  const plan = await planOf(example, cluster.transport, { timeout: 3_000 });
  expect(plan).toMatchObject({
    settled: false,
    diagnostics: [
      {
        code: 'OPG4036',
        severity: 'error',
        message: expect.stringMatching(/^not settled after 3 s: /) as string,
        hint: expect.stringContaining('--timeout') as string,
      },
    ],
  });
});
