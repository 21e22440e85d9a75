// SPDX-License-Identifier: Apache-2.0

import { type Input, isConditionTrue, mergePatch } from '@opgen/runtime';
import { PersistentVolumeClaim, Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { Event } from '@opgen/runtime/kinds/events/v1';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EtcdCluster, type EtcdClusterSpec } from '../../../src/api/etcd/v1alpha1/etcd-cluster.ts';
import { type Bed, startBed } from '../../support/bed.ts';
// +scaffold:imports

const key = { name: 'shop', namespace: 'default' };

// The real etcd runs where `npm run real-server` has built it, otherwise the fake plays its part.
describe('with real members', () => {
  let bed: Bed;
  const data = new Map(Array.from({ length: 100 }, (_, index) => [`key-${index}`, `value-${index}`]));

  beforeAll(async () => {
    bed = await startBed({ real: true });
  });

  afterAll(() => bed[Symbol.asyncDispose]());

  test('three members start, one after the other', async () => {
    await create(bed, { size: 3, version: '3.6.8' });
    const { status } = await untilRunning(bed, 3);
    expect(status).toMatchObject({ currentVersion: '3.6.8', members: ['shop-0', 'shop-1', 'shop-2'] });
    expect(bed.containers.members).toEqual(['shop-0', 'shop-1', 'shop-2']);
  });

  test('clients reach ready members only, and members each other', async () => {
    const slices = await bed.client.list(EndpointSlice, { namespace: 'default' });
    const of = (service: string) =>
      slices.items.find(({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === service);
    expect(of('shop-client')?.endpoints).toHaveLength(3);
    expect(
      of('shop-peers')
        ?.endpoints?.map(({ hostname }) => hostname)
        .toSorted(),
    ).toEqual(['shop-0', 'shop-1', 'shop-2']);
    const peers = await bed.client.get(Service, { name: 'shop-peers', namespace: 'default' });
    expect(peers.spec).toMatchObject({ clusterIP: 'None', publishNotReadyAddresses: true });
  });

  test('a member is killed with its node: every key is still there, and the member is replaced once', async () => {
    const keys = await bed.containers.keys('shop');
    for (const [name, value] of data) await keys.put(name, value);

    const pod = await bed.client.get(Pod, { name: 'shop-0', namespace: 'default' });
    await bed.containers.kill('shop-0');
    expect(await (await bed.containers.keys('shop')).all()).toEqual(data);

    await bed.cluster.nodes.fail(pod.spec.nodeName ?? '');
    await bed.until(async () => {
      const { status } = await bed.client.get(EtcdCluster, key);
      expect(status).toMatchObject({ phase: 'Running', readyMembers: 3 });
      expect(status?.members).not.toContain('shop-0');
    }, '10s');
    await bed.pass(300);
    expect((await bed.client.get(EtcdCluster, key)).status?.members).toEqual(['shop-1', 'shop-2', 'shop-3']);
    expect(await (await bed.containers.keys('shop')).all()).toEqual(data);
    await bed.cluster.nodes.recover(pod.spec.nodeName ?? '');
  });

  test('it grows to four members', async () => {
    await change(bed, { size: 4 });
    await untilRunning(bed, 4);
  });

  test('and shrinks to three, and the volumes of the others go', async () => {
    await change(bed, { size: 3 });
    await untilRunning(bed, 3);
    await bed.until(async () => {
      expect((await bed.client.list(PersistentVolumeClaim, { namespace: 'default' })).items).toHaveLength(3);
      expect(bed.containers.members).toHaveLength(3);
    });
    expect(await (await bed.containers.keys('shop')).all()).toEqual(data);
  });

  test('a Pod that is deleted starts again on its volume', async () => {
    const [name = ''] = bed.containers.members;
    const { metadata } = await bed.client.get(Pod, { name, namespace: 'default' });
    await bed.client.delete(Pod, { name, namespace: 'default' });
    await bed.until(async () => {
      expect((await bed.client.get(Pod, { name, namespace: 'default' })).metadata.uid).not.toBe(metadata.uid);
    });
    const { status } = await untilRunning(bed, 3);
    expect(status?.members).toContain(name);
  });

  test('lost quorum is reported, nothing is deleted, and the data is back when the members are', async () => {
    const [first = '', second = ''] = bed.containers.members;
    await bed.containers.kill(first);
    await bed.containers.kill(second);
    await bed.until(async () => {
      const { status } = await bed.client.get(EtcdCluster, key);
      expect(status).toMatchObject({ phase: 'QuorumLost', size: 3, readyMembers: 0 });
    });
    expect((await bed.client.list(PersistentVolumeClaim, { namespace: 'default' })).items).toHaveLength(3);

    for (const name of [first, second]) await bed.client.delete(Pod, { name, namespace: 'default' });
    await untilRunning(bed, 3);
    expect(await (await bed.containers.keys('shop')).all()).toEqual(data);
  });

  test('events tell what happened to the members', async () => {
    const { items } = await bed.client.list(Event, { namespace: 'default' });
    const notes = items.filter(({ regarding }) => regarding?.kind === 'EtcdCluster').map(({ note }) => note);
    expect(notes).toContain('Removed shop-0 from the membership');
    expect(notes).toContain('Added shop-3 to the membership');
  });
});

describe('with members that a test plays', () => {
  let bed: Bed;

  beforeAll(async () => {
    bed = await startBed();
    await create(bed, { size: 3, version: '3.5.21' });
    await untilRunning(bed, 3);
  });

  afterAll(() => bed[Symbol.asyncDispose]());

  test.each([
    ['3.4.30', 'etcd cannot be downgraded'],
    ['3.5.20', 'etcd cannot be downgraded'],
    ['3.7.0', 'etcd cannot skip a minor version'],
    ['4.0.0', 'spec.version'],
  ])('version %s is refused', async (version, message) => {
    await expect(change(bed, { version })).rejects.toThrow(message);
  });

  test.each([
    ['storage', { storage: '2Gi' }],
    ['restoreFrom', { restoreFrom: 'other' }],
  ])('%s cannot change', async (field, spec) => {
    await expect(change(bed, spec)).rejects.toThrow(`${field} is immutable`);
  });

  test('while it is paused, nothing is healed, and the status says so', async () => {
    await change(bed, { paused: true });
    await bed.until(async () => {
      expect((await bed.client.get(EtcdCluster, key)).status?.phase).toBe('Paused');
    });
    await bed.client.delete(Pod, { name: 'shop-1', namespace: 'default' });
    await bed.pass(60);
    expect(await bed.client.find(Pod, { name: 'shop-1', namespace: 'default' })).toBeUndefined();

    await change(bed, { paused: false });
    await untilRunning(bed, 3);
  });

  test('an upgrade restarts one member at a time, and a majority answers all the time', async () => {
    await change(bed, { version: '3.6.8' });
    const mixes = new Set<string>();
    await bed.until(async () => {
      const { items } = await bed.client.list(Pod, { namespace: 'default' });
      mixes.add(
        `${items.filter(({ spec }) => spec.containers[0]?.image?.endsWith(':v3.6.8')).length} of ${items.length}`,
      );
      await bed.containers.keys('shop');
      const { status } = await bed.client.get(EtcdCluster, key);
      expect(status).toMatchObject({ phase: 'Running', currentVersion: '3.6.8', targetVersion: '3.6.8' });
    });
    expect([...mixes]).toEqual(expect.arrayContaining(['1 of 3', '2 of 3', '3 of 3']));
  });

  test('while quorum is lost, nothing is added, removed or deleted, however long it takes', async () => {
    for (const name of ['shop-0', 'shop-1']) await bed.containers.kill(name);
    await bed.until(async () => {
      const { status } = await bed.client.get(EtcdCluster, key);
      expect(status).toMatchObject({ phase: 'QuorumLost', size: 3, readyMembers: 0 });
      expect(isConditionTrue(status?.conditions, 'Available')).toBe(false);
    });
    const before = await identities(bed);
    await bed.pass(3600);
    expect(await identities(bed)).toEqual(before);

    for (const name of ['shop-0', 'shop-1']) await bed.client.delete(Pod, { name, namespace: 'default' });
    await untilRunning(bed, 3);
  });

  test('deleting it deletes its Pods, volumes and Services', async () => {
    await bed.client.delete(EtcdCluster, key);
    await bed.until(async () => {
      expect((await bed.client.list(Pod, { namespace: 'default' })).items).toEqual([]);
      expect((await bed.client.list(PersistentVolumeClaim, { namespace: 'default' })).items).toEqual([]);
      expect(await bed.client.find(Service, { name: 'shop-client', namespace: 'default' })).toBeUndefined();
    });
  });
});

async function create(bed: Bed, spec: Input<EtcdClusterSpec>): Promise<void> {
  await bed.client.create(EtcdCluster, { metadata: key, spec });
}

async function change(bed: Bed, spec: Partial<EtcdClusterSpec>): Promise<void> {
  await bed.client.patch(EtcdCluster, key, mergePatch({ spec }));
}

/** The uids of all Pods and volumes. */
async function identities({ client }: Bed): Promise<string[]> {
  const pods = await client.list(Pod, { namespace: 'default' });
  const claims = await client.list(PersistentVolumeClaim, { namespace: 'default' });
  return [...pods.items, ...claims.items].map(({ metadata }) => metadata.uid).toSorted();
}

/** Waits until the cluster has so many members, all of them ready. */
function untilRunning(bed: Bed, size: number): Promise<EtcdCluster> {
  return bed.until(async () => {
    const cluster = await bed.client.get(EtcdCluster, key);
    expect(cluster.status).toMatchObject({ phase: 'Running', size, readyMembers: size });
    expect(bed.containers.members).toHaveLength(size);
    return cluster;
  });
}
