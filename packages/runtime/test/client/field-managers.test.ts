import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { ConflictError } from '../../src/client/errors.ts';
import { done } from '../../src/controller/result.ts';
import { Manager, type ManagerOptions } from '../../src/manager/manager.ts';
import { adoptManagedFields } from '../../src/client/adopt-managed-fields.ts';
import { definitionOf } from '../support/definition.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { Memcached } from './memcached.ts';

const key = { name: 'shared', namespace: 'default' };

let cluster: TestCluster;
const stopping = new Set<() => Promise<void>>();

beforeEach(async () => {
  cluster = await startTestCluster([definitionOf(Memcached)]);
});

afterEach(async () => {
  for (const stop of stopping) await stop();
  stopping.clear();
  await cluster.stop();
});

async function data(): Promise<Record<string, string> | undefined> {
  return (await cluster.client.find(ConfigMap, key))?.data;
}

/** The field managers that applied the object and, if `fields` is set, the status. */
async function appliers(): Promise<(string | undefined)[]> {
  const { metadata } = await cluster.client.get(ConfigMap, key);
  const applied = metadata.managedFields?.filter(({ operation }) => operation === 'Apply') ?? [];
  return applied.map(({ manager }) => manager).toSorted();
}

/** Starts a manager with one controller for each entry, which applies this data whenever a Memcached exists. */
async function start(
  controllers: Record<string, Record<string, string>>,
  options: Pick<ManagerOptions, 'formerFieldManagers'> = {},
): Promise<Manager> {
  const { transport } = cluster;
  const manager = new Manager({
    transport,
    fieldManager: 'shop',
    webhooks: { bindAddress: '0' },
    ...options,
  });
  for (const [name, content] of Object.entries(controllers)) {
    manager
      .controller(name)
      .for(Memcached)
      .watches(ConfigMap, () => [])
      .reconcileWith({
        reconcile: async () => {
          await manager.client.apply(ConfigMap, { metadata: key, data: content });
          return done;
        },
      });
  }
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  stopping.add(async () => {
    stop.abort();
    await running;
  });
  await manager.ready;
  return manager;
}

describe('the controllers of a manager', () => {
  test('keep the fields of each other when they apply to one object', async () => {
    await cluster.client.create(Memcached, {
      metadata: { name: 'sample', namespace: 'default' },
      spec: { size: 1 },
    });
    await start({ orders: { orders: '1' }, stock: { stock: '2' } });

    await expect.poll(data).toEqual({ orders: '1', stock: '2' });
    expect(await appliers()).toEqual(['shop-orders', 'shop-stock']);
  });

  test('each send an apply that another one has already sent', async () => {
    await cluster.client.create(Memcached, {
      metadata: { name: 'sample', namespace: 'default' },
      spec: { size: 1 },
    });
    await start({ orders: { same: '1' }, stock: { same: '1' } });

    await expect.poll(appliers).toEqual(['shop-orders', 'shop-stock']);
  });

  test('take over what an earlier version applied with the field manager that all shared', async () => {
    await createClient(cluster.transport, { fieldManager: 'shop' }).apply(ConfigMap, {
      metadata: key,
      data: { orders: '1', obsolete: 'x' },
    });
    await cluster.client.create(Memcached, {
      metadata: { name: 'sample', namespace: 'default' },
      spec: { size: 1 },
    });
    await start({ orders: { orders: '2' } });

    await expect.poll(data).toEqual({ orders: '2' });
    expect(await appliers()).toEqual(['shop-orders']);
  });

  test('take over what was applied before the operator was renamed, and nothing of other programs', async () => {
    for (const fieldManager of ['store', 'flux']) {
      await createClient(cluster.transport, { fieldManager }).apply(ConfigMap, {
        metadata: key,
        data: { [fieldManager]: 'x' },
      });
    }
    await cluster.client.create(Memcached, {
      metadata: { name: 'sample', namespace: 'default' },
      spec: { size: 1 },
    });
    await start({ orders: { orders: '1' } }, { formerFieldManagers: ['store'] });

    await expect.poll(data).toEqual({ flux: 'x', orders: '1' });
    expect(await appliers()).toEqual(['flux', 'shop-orders']);
  });
});

/** What an earlier version of the program does. */
const applyAsOld = (content: Record<string, string>) =>
  createClient(cluster.transport, { fieldManager: 'old' }).apply(ConfigMap, { metadata: key, data: content });

const newClient = () =>
  createClient(cluster.transport, { fieldManager: 'new', formerFieldManagers: ['old'] });

describe('a client with a former field manager', () => {
  test('transfers its fields without force, too', async () => {
    await applyAsOld({ a: '1' });
    await newClient().apply(ConfigMap, { metadata: key, data: { a: '2' } }, { force: false });
    expect(await data()).toEqual({ a: '2' });
  });

  test('still fails without force if another program owns a field', async () => {
    await createClient(cluster.transport, { fieldManager: 'flux' }).apply(ConfigMap, {
      metadata: key,
      data: { a: '1' },
    });
    await applyAsOld({ b: '1' });
    const conflict = newClient().apply(ConfigMap, { metadata: key, data: { a: '2' } }, { force: false });
    await expect(conflict).rejects.toBeInstanceOf(ConflictError);
  });

  test('leaves the object alone with a field manager of the request and in a dry run', async () => {
    await applyAsOld({ a: '1' });
    await newClient().apply(ConfigMap, { metadata: key, data: { b: '1' } }, { fieldManager: 'third' });
    await newClient().apply(ConfigMap, { metadata: key, data: { b: '1' } }, { dryRun: true });
    expect(await appliers()).toEqual(['old', 'third']);
  });

  test('does not fight with a program that still uses it', async () => {
    const client = newClient();
    await applyAsOld({ a: '1' });
    await client.apply(ConfigMap, { metadata: key, data: { b: '1' } });
    await applyAsOld({ a: '1' });
    await client.apply(ConfigMap, { metadata: key, data: { b: '2' } });
    expect(await data()).toEqual({ a: '1', b: '2' });
  });

  test('transfers the fields of the status', async () => {
    const sample = { name: 'sample', namespace: 'default' };
    await cluster.client.create(Memcached, { metadata: sample, spec: { size: 1 } });
    const before = createClient(cluster.transport, { fieldManager: 'old' });
    await before.applyStatus(Memcached, { metadata: sample, status: { readyReplicas: 1 } });
    await newClient().applyStatus(Memcached, { metadata: sample, status: { conditions: [] } });
    expect((await cluster.client.get(Memcached, sample)).status).toEqual({ conditions: [] });
  });
});

const entry = (
  manager: string,
  fieldsV1: Record<string, unknown>,
  operation: 'Apply' | 'Update' = 'Apply',
) => ({ manager, operation, fieldsV1 });

test('the fields of several appliers are united in one entry', () => {
  const entries = [
    entry('old', { 'f:data': { 'f:a': {}, 'f:b': {} } }),
    entry('older', { 'f:data': { 'f:c': {} } }),
    entry('new', { 'f:data': { 'f:a': {} }, 'f:metadata': { 'f:labels': {} } }),
    entry('old', { 'f:data': {} }, 'Update'),
    { ...entry('old', { 'f:status': {} }), subresource: 'status' },
  ];
  const adoption = { from: ['old', 'older'], to: 'new', subresource: undefined };

  expect(adoptManagedFields(entries, adoption)).toEqual([
    entries[3],
    entries[4],
    entry('new', { 'f:data': { 'f:a': {}, 'f:b': {}, 'f:c': {} }, 'f:metadata': { 'f:labels': {} } }),
  ]);
  expect(adoptManagedFields(entries.slice(2), adoption)).toBeUndefined();
  expect(adoptManagedFields(undefined, adoption)).toBeUndefined();
});
