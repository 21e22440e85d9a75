import { type Client, mergePatch } from '@opgen/runtime';
import { Lease } from '@opgen/runtime/kinds/coordination/v1';
import { ConfigMap, Pod } from '@opgen/runtime/kinds/core/v1';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PrimaryElection, type PrimaryElectionResult } from '../../src/election/primary-election.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const namespace = 'default';
let cluster: TestCluster;
let client: Client;
let clock: FakeClock;
let election: PrimaryElection;
let owner: ConfigMap;

beforeEach(async () => {
  cluster = await startTestCluster();
  ({ client } = cluster);
  clock = new FakeClock();
  election = new PrimaryElection({ client, clock });
  owner = await client.create(ConfigMap, { metadata: { name: 'db', namespace } });
  for (const name of ['db-0', 'db-1', 'db-2']) await createPod(name);
});

afterEach(() => cluster.stop());

async function createPod(name: string): Promise<void> {
  const containers = [{ name: 'main', image: 'db:1' }];
  await client.create(Pod, { metadata: { name, namespace, labels: { app: 'db' } }, spec: { containers } });
  await setReady(name, true);
}

async function setReady(name: string, ready: boolean): Promise<void> {
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
  const status = { phase: 'Running', conditions };
  await client.patch(Pod, { name, namespace }, mergePatch({ status }), { subresource: 'status' });
}

async function pods(): Promise<Pod[]> {
  return (await client.list(Pod, { namespace, labelSelector: { app: 'db' } })).items;
}

async function run(by: PrimaryElection = election): Promise<PrimaryElectionResult> {
  return by.run({ owner, pods: await pods() });
}

async function primaries(): Promise<string[]> {
  return (await pods())
    .filter(({ metadata }) => metadata.labels?.['role'] === 'primary')
    .map(({ metadata }) => metadata.name);
}

const lease = () => client.get(Lease, { name: 'db-primary', namespace });
const lastFirst = (a: Pod, b: Pod) => (a.metadata.name > b.metadata.name ? -1 : 1);
const remove = (name: string) => client.delete(Pod, { name, namespace }, { gracePeriodSeconds: 0 });

describe('the primary of an application', () => {
  test('is labelled, holds the Lease, and has a fencing token', async () => {
    expect(await run()).toEqual({ primary: 'db-0', fencingToken: 1, recheckAfter: 5000 });
    expect(await primaries()).toEqual(['db-0']);
    const { metadata } = await client.get(Pod, { name: 'db-0', namespace });
    expect(metadata.annotations).toMatchObject({ 'opgen.dev/fencing-token': '1' });
    const { metadata: itsMetadata, spec } = await lease();
    expect(spec?.holderIdentity).toBe(`db-0_${metadata.uid}`);
    expect(itsMetadata.ownerReferences).toMatchObject([{ uid: owner.metadata.uid }]);
    const others = await client.list(Pod, { namespace, labelSelector: { role: 'replica' } });
    expect(others.items.map((pod) => pod.metadata.name)).toEqual(['db-1', 'db-2']);
  });

  test('stays the same, and its Lease is renewed only when due', async () => {
    await run();
    const before = await lease();
    await clock.advance(4000);
    await run();
    expect((await lease()).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
    await clock.advance(1000);
    expect((await run()).primary).toBe('db-0');
    expect((await lease()).spec).toMatchObject({
      leaseTransitions: 1,
      renewTime: expect.not.stringContaining('00:00:00.'),
    });
  });

  test('is replaced immediately when its Pod is deleted', async () => {
    await run();
    await remove('db-0');
    expect(await run()).toMatchObject({ primary: 'db-1', fencingToken: 2 });
    await createPod('db-0');
    expect(await run()).toMatchObject({ primary: 'db-1', fencingToken: 2 });
    expect(await primaries()).toEqual(['db-1']);
  });

  test('is replaced only after the lease duration if it may still run', async () => {
    await run();
    await setReady('db-0', false);
    expect(await run()).toMatchObject({
      reason: 'db-0 may still act as the primary until its lease expires',
    });
    await clock.advance(14_999);
    expect((await run()).primary).toBeUndefined();
    await clock.advance(1);
    expect(await run()).toMatchObject({ primary: 'db-1', fencingToken: 2 });
    expect(await primaries()).toEqual(['db-1']);
  });

  test('stays the same if it becomes ready before the Lease expires', async () => {
    await run();
    await setReady('db-0', false);
    await run();
    await clock.advance(10_000);
    await setReady('db-0', true);
    expect(await run()).toMatchObject({ primary: 'db-0', fencingToken: 1 });
  });

  test('gets the full lease duration from a process that has just started', async () => {
    await run();
    await setReady('db-0', false);
    await clock.advance(14_000);
    const next = new PrimaryElection({ client, clock });
    expect((await run(next)).primary).toBeUndefined();
    await clock.advance(14_999);
    expect((await run(next)).primary).toBeUndefined();
    await clock.advance(1);
    expect((await run(next)).primary).toBe('db-1');
  });

  test('is the preferred Pod', async () => {
    expect((await election.run({ owner, pods: await pods(), prefer: lastFirst })).primary).toBe('db-2');
  });

  test('does not exist while no Pod is ready', async () => {
    for (const name of ['db-0', 'db-1', 'db-2']) await setReady(name, false);
    expect(await run()).toMatchObject({ reason: 'no Pod is ready', fencingToken: 0 });
  });
});

test('there are never two primaries, even if the process crashes', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('ready' as const), pod: fc.nat(2), ready: fc.boolean() }),
    fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 5, 10, 16) }),
    fc.record({ do: fc.constant('run' as const), writes: fc.constantFrom(0, 1, 2, 3, 9) }),
    fc.record({ do: fc.constant('replace' as const), pod: fc.nat(2) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      let token = 0;
      for (const each of steps) {
        if (each.do === 'ready') await setReady(`db-${each.pod}`, each.ready);
        else if (each.do === 'wait') await clock.advance(each.seconds * 1000);
        else if (each.do === 'replace') {
          await remove(`db-${each.pod}`);
          await createPod(`db-${each.pod}`);
        } else {
          const dying = new PrimaryElection({ client: dyingAfter(each.writes), clock });
          await run(each.writes === 9 ? election : dying).catch(() => {});
        }
        expect((await primaries()).length).toBeLessThanOrEqual(1);
        const found = await client.find(Lease, { name: 'db-primary', namespace });
        const next = found?.spec?.leaseTransitions ?? 0;
        expect(next).toBeGreaterThanOrEqual(token);
        token = next;
      }
    }),
    { numRuns: 25 },
  );
});

/** A client of a process that crashes after the given number of writes. */
function dyingAfter(writes: number): Pick<Client, 'find' | 'create' | 'update' | 'patch'> {
  let left = writes;
  const live =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (left === 0) throw new Error('the process has died');
      left -= 1;
      return write(...args);
    };
  return {
    find: (...args) => client.find(...args),
    create: live(client.create.bind(client)) as Client['create'],
    update: live(client.update.bind(client)) as Client['update'],
    patch: live(client.patch.bind(client)) as Client['patch'],
  };
}
