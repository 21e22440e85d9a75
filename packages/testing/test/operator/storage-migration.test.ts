/** Rewriting stored objects before a version is removed, on the embedded API server and a real one. */
import {
  type Client,
  createClient,
  type CustomResource,
  defineKind,
  draft,
  mergePatch,
} from '@opgen/runtime';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { Namespace } from '@opgen/runtime/kinds/core/v1';
import { migrateStorage } from '@opgen/runtime/storage-migration';
import type { Transport } from '@opgen/runtime/transport';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';

const group = 'migration.example.com';
const namespace = 'storage-migration';

interface TreeV1 extends CustomResource<{ size: number }> {
  apiVersion: `${typeof group}/v1`;
  kind: 'Tree';
}
interface TreeV2 extends CustomResource<{ size: number }> {
  apiVersion: `${typeof group}/v2`;
  kind: 'Tree';
}
const names = { kind: 'Tree', plural: 'trees', scope: 'Namespaced' } as const;
const TreeV1 = defineKind<TreeV1>({ apiVersion: `${group}/v1`, ...names });
const TreeV2 = defineKind<TreeV2>({ apiVersion: `${group}/v2`, ...names });

const crd = { name: `trees.${group}` };

function versions(stored: string) {
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
    },
  };
  return ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === stored, schema }));
}

const targets = {
  embedded: startCluster,
  ...((await realServerAvailable(['etcd', 'kube-apiserver'])) && { real: sharedRealCluster }),
};

describe.each(Object.entries(targets))('with the %s API server', (_, start) => {
  let cluster: { transport: Transport; stop: () => Promise<void> };
  let client: Client;

  beforeAll(async () => {
    cluster = await start();
    client = createClient(cluster.transport, { fieldManager: 'gardener' });
    await client.create(Namespace, { metadata: { name: namespace } });
    await client.create(CustomResourceDefinition, {
      metadata: crd,
      spec: {
        group,
        names: { kind: 'Tree', plural: 'trees', singular: 'tree' },
        scope: 'Namespaced',
        versions: versions('v1'),
      },
    });
  });

  afterAll(async () => {
    await client.delete(CustomResourceDefinition, crd);
    await client.delete(Namespace, { name: namespace });
    await cluster.stop();
  });

  async function store(version: string): Promise<void> {
    const definition = draft(await client.get(CustomResourceDefinition, crd));
    definition.spec.versions = versions(version);
    await client.update(CustomResourceDefinition, definition);
  }

  test('removes the old version from the stored versions once no object is stored in it', async () => {
    for (const name of ['apple', 'pear', 'plum']) {
      const tree = { metadata: { name, namespace }, spec: { size: 3 } };
      await expect.poll(() => client.create(TreeV1, tree).catch(() => undefined)).toBeDefined();
    }
    await expect(migrateStorage(client, TreeV2)).rejects.toThrow(
      `the storage version of ${crd.name} is v1, not v2: pass the kind of v1`,
    );
    expect(await migrateStorage(client, TreeV1)).toEqual({ migrated: 3, removed: [] });

    await store('v2');
    const stored = async (): Promise<unknown> =>
      (await client.get(CustomResourceDefinition, crd)).status?.storedVersions;
    await expect.poll(stored).toEqual(['v1', 'v2']);
    const versionOf = async (name: string): Promise<string | undefined> =>
      (await client.get(TreeV2, { name, namespace })).metadata.resourceVersion;
    const [apple, plum] = [await versionOf('apple'), await versionOf('plum')];
    // The new storage version takes effect some time after the CRD: until then, this writes nothing.
    const migrated = async (): Promise<boolean> => {
      await client.patch(TreeV2, { name: 'plum', namespace }, mergePatch({}));
      return (await versionOf('plum')) !== plum;
    };
    await expect.poll(migrated).toBe(true);

    expect(await migrateStorage(client, TreeV2)).toEqual({ migrated: 3, removed: ['v1'] });
    expect(await versionOf('apple')).not.toBe(apple);
    expect(await stored()).toEqual(['v2']);

    const definition = draft(await client.get(CustomResourceDefinition, crd));
    definition.spec.versions = definition.spec.versions.filter(({ name }) => name === 'v2');
    await client.update(CustomResourceDefinition, definition);
    const { items } = await client.list(TreeV2, { namespace });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['apple', 'pear', 'plum']);
    expect(items.map(({ spec }) => spec.size)).toEqual([3, 3, 3]);
  });
});
