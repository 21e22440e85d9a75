/** Folders of manifests, as `opgen` scaffolds them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeFolder } from '../../../test/support/folder.ts';
import { startCluster } from '../src/cluster.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

const crd = JSON.stringify({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'trees.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Tree', listKind: 'TreeList', plural: 'trees', singular: 'tree' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
});
const files = {
  'crd/kustomization.yaml': '# The CRDs.\nresources:\n  - bases/trees.yaml\n',
  'crd/bases/trees.yaml': crd,
  'crd/bases/unlisted.yaml': 'kind: Nonsense\n',
  'manager/kustomization.yaml': 'resources:\n  - settings.yaml\n',
  'manager/settings.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  namespace: default\n',
  'default/kustomization.yaml': 'namePrefix: orchard-\nresources:\n  - ../crd\n  - ../manager\n',
  'whole/kustomization.yaml': 'resources:\n  - ../crd\n  - ../manager\n',
};

let config = '';
beforeEach(() => {
  config = mkdtempSync(join(tmpdir(), 'opgen-test-'));
  writeFolder(config, files);
});
afterEach(() => rmSync(config, { recursive: true, force: true }));

test.each(['crd', 'whole'])('applies the resources of the kustomization %s', async (folder) => {
  await using cluster = await startCluster();
  await cluster.install(join(config, folder));
  expect(await cluster.client.find(CustomResourceDefinition, { name: 'trees.example.com' })).toBeDefined();
  const settings = await cluster.client.find(ConfigMap, { name: 'settings', namespace: 'default' });
  expect(settings !== undefined).toBe(folder === 'whole');
});

test.skipIf(!hasKubectl)('applies what kubectl renders for any other kustomization', async () => {
  await using cluster = await startCluster();
  await cluster.install(join(config, 'default'));
  const key = { name: 'orchard-settings', namespace: 'default' };
  expect(await cluster.client.find(ConfigMap, key)).toBeDefined();
});

test('names the folder whose kustomization cannot be rendered', async () => {
  writeFolder(config, {
    'broken/kustomization.yaml': 'namePrefix: orchard-\nresources:\n  - missing.yaml\n',
  });
  await using cluster = await startCluster();
  await expect(cluster.install(join(config, 'broken'))).rejects.toThrow(
    /^cannot render the kustomization in .*broken: /,
  );
});
