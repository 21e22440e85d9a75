import { dynamicKind } from '@opgen/runtime';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { ConfigMap, Secret } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster, type TestCluster } from '../src/cluster.ts';
import type { ClusterSnapshot } from '../src/snapshot.ts';

const namespace = 'default';
const Site = dynamicKind({
  apiVersion: 'example.com/v1',
  kind: 'Site',
  plural: 'sites',
  scope: 'Namespaced',
});
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'sites', singular: 'site', kind: 'Site', listKind: 'SiteList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};

/** A site, its ConfigMap and its Secret, as a cluster returns them. */
async function snapshotOf(cluster: TestCluster): Promise<ClusterSnapshot> {
  const site = await cluster.client.create(Site, { metadata: { name: 'shop', namespace } });
  const { uid = '' } = site.metadata;
  const owned = {
    name: 'shop',
    namespace,
    ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Site', name: 'shop', uid }],
  };
  return {
    resources: [
      {
        group: 'apiextensions.k8s.io',
        resource: 'customresourcedefinitions',
        objects: [await cluster.client.get(CustomResourceDefinition, { name: 'sites.example.com' })],
      },
      { group: 'example.com', resource: 'sites', objects: [site] },
      {
        group: '',
        resource: 'configmaps',
        objects: [await cluster.client.create(ConfigMap, { metadata: owned })],
      },
      { group: '', resource: 'secrets', objects: [await cluster.client.create(Secret, { metadata: owned })] },
    ],
  };
}

test('objects of a snapshot keep uid, resourceVersion and managedFields, and later writes follow them', async () => {
  await using source = await startCluster({ objects: [definition] });
  const snapshot = await snapshotOf(source);
  await using copy = await startCluster({ snapshot });
  const key = { name: 'shop', namespace };
  expect(await copy.client.get(Site, key)).toEqual(await source.client.get(Site, key));
  expect(await copy.client.get(ConfigMap, key)).toEqual(await source.client.get(ConfigMap, key));
  const revision = Number((await source.client.list(Secret)).resourceVersion);
  const created = await copy.client.create(Site, { metadata: { name: 'new', namespace } });
  expect(Number(created.metadata.resourceVersion)).toBeGreaterThan(revision);
});

test('the garbage collector deletes the dependents of deleted owners, and keeps those of unknown ones', async () => {
  await using source = await startCluster({ objects: [definition] });
  const { resources } = await snapshotOf(source);
  await using partial = await startCluster({
    snapshot: { resources: resources.filter(({ resource }) => resource !== 'sites') },
  });
  await partial.settled();
  expect(await partial.client.find(ConfigMap, { name: 'shop', namespace })).toBeDefined();

  await using whole = await startCluster({ snapshot: { resources } });
  await whole.settled();
  expect(await whole.client.find(ConfigMap, { name: 'shop', namespace })).toBeDefined();
  await whole.client.delete(Site, { name: 'shop', namespace });
  await whole.settled();
  expect(await whole.client.find(ConfigMap, { name: 'shop', namespace })).toBeUndefined();
});
