import type { KubernetesObject } from '@opgen/runtime';
import { ConfigMap, Namespace } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCluster, type TestCluster } from '../../../src/cluster.ts';

let cluster: TestCluster;
beforeEach(async () => {
  cluster = await startCluster();
});
afterEach(() => cluster.stop());

const namespace = 'default';

interface Made {
  ownedBy?: readonly (KubernetesObject | { name: string; uid: string })[];
  blocking?: boolean;
  finalizers?: string[];
  namespace?: string;
}

async function make(
  name: string,
  { ownedBy = [], blocking = false, ...rest }: Made = {},
): Promise<ConfigMap> {
  const ownerReferences = ownedBy.map((owner) => {
    const { name: ownerName, uid } = 'metadata' in owner ? owner.metadata : owner;
    return { apiVersion: 'v1', kind: 'ConfigMap', name: ownerName, uid, blockOwnerDeletion: blocking };
  });
  return cluster.client.create(ConfigMap, { metadata: { name, namespace, ownerReferences, ...rest } });
}

async function names(): Promise<string[]> {
  await cluster.settled();
  const { items } = await cluster.client.list(ConfigMap, { namespace });
  return items.map(({ metadata }) => metadata.name);
}

const remove = (name: string, propagationPolicy?: 'Background' | 'Foreground' | 'Orphan'): Promise<void> =>
  cluster.client.delete(ConfigMap, { name, namespace }, propagationPolicy ? { propagationPolicy } : {});

async function release(name: string): Promise<void> {
  const { metadata, ...rest } = await cluster.client.get(ConfigMap, { name, namespace });
  await cluster.client.update(ConfigMap, { ...rest, metadata: { ...metadata, finalizers: [] } });
}

describe('the garbage collector', () => {
  it('deletes dependents, and the dependents of those', async () => {
    const owner = await make('owner');
    const child = await make('child', { ownedBy: [owner] });
    await make('grandchild', { ownedBy: [child] });
    await make('stranger');
    await remove('owner', 'Background');
    expect(await names()).toEqual(['stranger']);
  });

  it('deletes a cycle of owners in the foreground', async () => {
    const first = await make('first');
    const second = await make('second', { ownedBy: [first], blocking: true });
    const third = await make('third', { ownedBy: [second], blocking: true });
    const { metadata, ...rest } = await cluster.client.get(ConfigMap, { name: 'first', namespace });
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'third', uid: third.metadata.uid };
    const ownerReferences = [{ ...owner, blockOwnerDeletion: true }];
    await cluster.client.update(ConfigMap, { ...rest, metadata: { ...metadata, ownerReferences } });
    await remove('first', 'Foreground');
    expect(await names()).toEqual([]);
  });

  it('keeps a dependent that another owner has, and removes the reference to the owner in foreground deletion', async () => {
    const owner = await make('owner');
    const other = await make('other');
    await make('child', { ownedBy: [owner, other], blocking: true });
    await remove('owner', 'Foreground');
    expect(await names()).toEqual(['child', 'other']);
    const { metadata } = await cluster.client.get(ConfigMap, { name: 'child', namespace });
    expect(metadata.ownerReferences?.map(({ name }) => name)).toEqual(['other']);
  });

  it('keeps the owner in foreground deletion until blocking dependents are deleted', async () => {
    const owner = await make('owner');
    await make('child', { ownedBy: [owner], blocking: true, finalizers: ['example.com/hold'] });
    await remove('owner', 'Foreground');
    expect(await names()).toEqual(['child', 'owner']);
    await release('child');
    expect(await names()).toEqual([]);
  });

  it('does not wait in foreground deletion for dependents that do not block', async () => {
    const owner = await make('owner');
    await make('child', { ownedBy: [owner], finalizers: ['example.com/hold'] });
    await remove('owner', 'Foreground');
    expect(await names()).toEqual(['child']);
  });

  it('keeps orphans and removes their owner reference', async () => {
    const owner = await make('owner');
    await make('child', { ownedBy: [owner] });
    await remove('owner', 'Orphan');
    expect(await names()).toEqual(['child']);
    const child = await cluster.client.get(ConfigMap, { name: 'child', namespace });
    expect(child.metadata.ownerReferences ?? []).toEqual([]);
  });

  it('keeps an object that has another owner, and removes the reference to the deleted one', async () => {
    const [one, other] = [await make('one'), await make('other')];
    await make('child', { ownedBy: [one, other] });
    await remove('one', 'Background');
    expect(await names()).toEqual(['child', 'other']);
    const child = await cluster.client.get(ConfigMap, { name: 'child', namespace });
    expect(child.metadata.ownerReferences?.map(({ name }) => name)).toEqual(['other']);
  });

  it('deletes a cycle when one of its objects is deleted', async () => {
    const one = await make('one');
    const other = await make('other', { ownedBy: [one] });
    const { uid } = other.metadata;
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'other', uid };
    const metadata = { ...one.metadata, ownerReferences: [owner] };
    await cluster.client.update(ConfigMap, { ...one, metadata });
    await remove('one', 'Background');
    expect(await names()).toEqual([]);
  });

  it('treats a new owner with the same name as another owner', async () => {
    const owner = await make('owner', { finalizers: ['example.com/hold'] });
    await make('child', { ownedBy: [{ name: 'owner', uid: 'of-the-owner-before' }] });
    expect(await names()).toEqual(['owner']);
    await make('child', { ownedBy: [owner] });
    expect(await names()).toEqual(['child', 'owner']);
  });

  it('ignores owners in other namespaces', async () => {
    await cluster.client.create(Namespace, { metadata: { name: 'elsewhere' } });
    const owner = await make('owner', { namespace: 'elsewhere' });
    await make('child', { ownedBy: [owner] });
    expect(await names()).toEqual([]);
  });

  it('does nothing in a cluster without controllers', async () => {
    await using bare = await startCluster({ controllers: false });
    const owner = await bare.client.create(ConfigMap, { metadata: { name: 'owner', namespace } });
    const { uid } = owner.metadata;
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
    await bare.client.create(ConfigMap, { metadata: { name: 'child', namespace, ownerReferences } });
    await bare.client.delete(ConfigMap, { name: 'owner', namespace });
    await bare.settled();
    expect(await bare.client.find(ConfigMap, { name: 'child', namespace })).toBeDefined();
  });
});
