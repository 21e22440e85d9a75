/** What the cache and the client need from a server, tested with the embedded one and a real one. */
import {
  BadRequestError,
  type Client,
  ConflictError,
  createClient,
  createLogger,
  createOrUpdate,
  type CustomResource,
  defineKind,
  done,
  Manager,
  mergePatchFrom,
  metadataOf,
  projectionOf,
} from '@opgen/runtime';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Namespace } from '@opgen/runtime/kinds/core/v1';
import type { Transport } from '@opgen/runtime/transport';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';

interface Orchard extends CustomResource<{ trees: number }> {
  apiVersion: 'late.example.com/v1';
  kind: 'Orchard';
}

const Orchard = defineKind<Orchard>({
  apiVersion: 'late.example.com/v1',
  kind: 'Orchard',
  plural: 'orchards',
  scope: 'Namespaced',
});

const namespace = 'cache-and-client';

const targets = {
  embedded: startCluster,
  ...((await realServerAvailable(['etcd', 'kube-apiserver'])) && { real: sharedRealCluster }),
};

describe.each(Object.entries(targets))('with the %s API server', (_, start) => {
  let cluster: { transport: Transport; stop: () => Promise<void> };
  let client: Client;
  let manager: Manager;
  let stopManager: () => Promise<void>;

  beforeAll(async () => {
    cluster = await start();
    client = createClient(cluster.transport, { fieldManager: 'gardener' });
    await client.create(Namespace, { metadata: { name: namespace } });
  });

  afterAll(async () => {
    await client.delete(Namespace, { name: namespace });
    await cluster.stop();
  });

  beforeEach(() => {
    manager = new Manager({ transport: cluster.transport, log: createLogger({ level: 'silent' }) });
    stopManager = async () => {};
  });

  afterEach(async () => {
    await stopManager();
    await client.deleteCollection(ConfigMap, { namespace });
    await remove();
  });

  function run(): Promise<void> {
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    stopManager = async () => {
      stop.abort();
      await running;
    };
    return manager.ready;
  }

  async function install(): Promise<void> {
    await client.create(CustomResourceDefinition, {
      metadata: { name: 'orchards.late.example.com' },
      spec: {
        group: 'late.example.com',
        names: { kind: 'Orchard', plural: 'orchards', singular: 'orchard', shortNames: ['orch'] },
        scope: 'Namespaced',
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      },
    });
  }

  async function remove(): Promise<void> {
    const key = { name: 'orchards.late.example.com' };
    await client.delete(CustomResourceDefinition, key);
    await expect.poll(() => client.find(CustomResourceDefinition, key)).toBeUndefined();
  }

  const plant = (name: string): Promise<unknown> =>
    client.apply(Orchard, { metadata: { name, namespace }, spec: { trees: 3 } });

  test('a kind whose CRD is installed late, deleted and installed again is reconciled whenever it is served', async () => {
    const seen: string[] = [];
    manager
      .controller('orchard')
      .for(Orchard)
      .reconcileWith({
        reconcile: async ({ name }) => {
          seen.push(name);
          return done;
        },
      });
    void run();
    const problem = (): string | undefined => manager.cache.status()[0]?.problems[0]?.message;
    await expect
      .poll(problem)
      .toBe('the server has no Orchard in late.example.com/v1: is its CRD installed?');
    expect(await manager.client.find(Orchard, { name: 'a', namespace })).toBeUndefined();

    await install();
    await manager.ready;
    await expect
      .poll(() =>
        plant('a').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => seen).toContain('a');

    await remove();
    await expect.poll(problem).toContain('is its CRD installed?');
    expect(manager.cache.find(Orchard, { name: 'a', namespace })).toBeUndefined();
    await install();
    await expect
      .poll(() =>
        plant('b').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => seen).toContain('b');
  });

  test('kinds are found by any of their names, including new kinds', async () => {
    expect(await manager.mapper.find('deploy')).toMatchObject({
      apiVersion: 'apps/v1',
      plural: 'deployments',
    });
    expect(await manager.mapper.find({ name: 'pods', group: '' })).toMatchObject({ scope: 'Namespaced' });
    expect((await manager.mapper.find('Deployment'))?.subresources).toContain('scale');
    expect(await manager.mapper.find('orch')).toBeUndefined();

    await install();
    await expect.poll(() => manager.mapper.find('orch')).toMatchObject({ kind: 'Orchard' });
    const found = await manager.mapper.find('orchards.late.example.com');
    if (found === undefined) throw new Error('the mapper has forgotten it');
    await expect
      .poll(() =>
        plant('a').then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const { items } = await client.list(found, { namespace });
    expect(items[0]?.['spec']).toEqual({ trees: 3 });
  });

  test('caches of metadata and projections stay current and contain nothing else', async () => {
    const Metadata = metadataOf(ConfigMap);
    const Keys = projectionOf(ConfigMap, ({ data = {} }) => ({ keys: Object.keys(data) }));
    manager.cache.declare(Metadata);
    manager.cache.declare(Keys);
    await run();
    await manager.cache.waitForSync();
    const metadata = { name: 'settings', namespace };
    await client.create(ConfigMap, { metadata, data: { size: '3' } });

    await expect.poll(() => manager.cache.find(Metadata, metadata)).toBeDefined();
    await expect.poll(() => manager.cache.find(Keys, metadata)).toBeDefined();
    const known = await manager.client.get(Metadata, metadata);
    expect(Object.keys(known).toSorted()).toEqual(['apiVersion', 'kind', 'metadata']);
    expect(known).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap' });
    const { keys } = await manager.client.get(Keys, metadata);
    expect(keys).toEqual(['size']);
    expect(await client.get(Metadata, metadata)).toMatchObject({ kind: 'ConfigMap', metadata });
  });

  test('the cache contains only selected objects; the client finds all others', async () => {
    manager.cache.configure(ConfigMap, { labelSelector: 'tier=gold', namespaces: [namespace] });
    manager.cache.declare(ConfigMap);
    await run();
    await manager.cache.waitForSync();
    const metadata = { name: 'plain', namespace };
    await manager.client.create(ConfigMap, { metadata });
    await manager.client.create(ConfigMap, {
      metadata: { ...metadata, name: 'b', labels: { tier: 'gold' } },
    });

    const { items } = await manager.client.list(ConfigMap, { namespace });
    expect(items.map(({ metadata: { name } }) => name)).toEqual(['b']);
    expect(await manager.client.find(ConfigMap, metadata)).toBeDefined();

    await client.patch(
      ConfigMap,
      { ...metadata, name: 'b' },
      mergePatchFrom(await labelled(), await unlabelled()),
    );
    await expect.poll(() => manager.cache.find(ConfigMap, { ...metadata, name: 'b' })).toBeUndefined();
  });

  test('namespaces have selectors of their own, and one watch each', async () => {
    const other = `${namespace}-other`;
    await client.create(Namespace, { metadata: { name: other } });
    onTestFinished(() => client.delete(Namespace, { name: other }));
    const watches: string[] = [];
    const { transport } = cluster;
    const counting: Transport = {
      request: (request) => {
        if (request.purpose === 'watch') watches.push(request.path.replace(/\?.*/, ''));
        return transport.request(request);
      },
      close: () => transport.close(),
    };
    manager = new Manager({ transport: counting, log: createLogger({ level: 'silent' }) });
    manager.cache.configure(ConfigMap, {
      labelSelector: 'tier=gold',
      namespaces: { [namespace]: {}, [other]: { fieldSelector: 'metadata.name=only', labelSelector: '' } },
    });
    manager.cache.declare(ConfigMap);
    await run();
    await manager.cache.waitForSync();
    for (const name of ['only', 'gold', 'plain'])
      for (const each of [namespace, other])
        await client.create(ConfigMap, {
          metadata: { name, namespace: each, labels: name === 'gold' ? { tier: 'gold' } : {} },
        });

    const cached = (): string[] =>
      manager.cache.list(ConfigMap).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    await expect.poll(() => cached().toSorted()).toEqual([`${other}/only`, `${namespace}/gold`].toSorted());
    expect(await manager.client.find(ConfigMap, { name: 'plain', namespace: other })).toBeDefined();
    expect([...new Set(watches)].toSorted()).toEqual(
      [namespace, other].map((each) => `/api/v1/namespaces/${each}/configmaps`).toSorted(),
    );
  });

  const labelled = (): Promise<ConfigMap> => client.get(ConfigMap, { name: 'b', namespace });
  const unlabelled = async (): Promise<ConfigMap> => {
    const object = await labelled();
    return { ...object, metadata: { ...object.metadata, labels: {} } };
  };

  test('a Deployment is scaled', async () => {
    const labels = { app: 'web' };
    const metadata = { name: 'web', namespace };
    const containers = [{ name: 'web', image: 'registry.example.com/web' }];
    await client.create(Deployment, {
      metadata,
      spec: {
        replicas: 1,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    expect((await client.scale(Deployment, metadata, 3)).spec.replicas).toBe(3);
    expect((await client.getScale(Deployment, metadata)).spec.replicas).toBe(3);
    expect((await client.get(Deployment, metadata)).spec.replicas).toBe(3);
    await client.delete(Deployment, metadata);
  });

  test('a list returns pages of one version', async () => {
    for (const name of ['a', 'b', 'c']) await client.create(ConfigMap, { metadata: { name, namespace } });
    const names: string[][] = [];
    const versions = new Set<string>();
    const options = { namespace, limit: 2, fieldSelector: 'metadata.name!=kube-root-ca.crt' };
    for await (const { items, resourceVersion } of client.pages(ConfigMap, options)) {
      names.push(items.map(({ metadata }) => metadata.name));
      versions.add(resourceVersion);
    }
    expect(names).toEqual([['a', 'b'], ['c']]);
    expect(versions.size).toBe(1);
  });

  test('an object is created, replaced and left unchanged', async () => {
    const key = { name: 'settings', namespace };
    const write = (size: string): Promise<{ outcome: string }> =>
      createOrUpdate(client, ConfigMap, key, () => ({ metadata: {}, data: { size } }));
    expect((await write('3')).outcome).toBe('created');
    expect((await write('3')).outcome).toBe('unchanged');
    expect((await write('5')).outcome).toBe('updated');
    expect((await client.get(ConfigMap, key)).data).toEqual({ size: '5' });
  });

  test('a patch of an object that has changed in the meantime is a conflict', async () => {
    const metadata = { name: 'settings', namespace };
    const old = await client.create(ConfigMap, { metadata, data: { size: '3' } });
    await client.apply(ConfigMap, { metadata, data: { size: '4' } });
    const changed = { ...old, data: { size: '5' } };
    await expect(client.patch(ConfigMap, metadata, mergePatchFrom(old, changed))).rejects.toBeInstanceOf(
      ConflictError,
    );
    const patched = await client.patch(
      ConfigMap,
      metadata,
      mergePatchFrom(old, changed, { optimisticLock: false }),
    );
    expect(patched.data).toEqual({ size: '5' });
  });

  test('a strict client gets an error for unknown fields', async () => {
    const strict = createClient(cluster.transport, { fieldValidation: 'Strict' });
    const misspelt = { metadata: { name: 'settings', namespace }, datum: { size: '3' } };
    await expect(strict.create(ConfigMap, misspelt)).rejects.toBeInstanceOf(BadRequestError);
  });
});

const schema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { trees: { type: 'integer' } } } },
};
