/** Faults of the operator and its objects, rather than of its connection to the server. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TransportRequest } from '../../src/entry-points/transport.ts';
import { mergePatch, pausedAnnotation } from '../../src/index.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { whatIsWrong } from './support/status-observer.ts';
import { Memcached, memcachedCrd } from './support/memcached.ts';
import { VirtualScene } from './support/virtual-scene.ts';

const lemon = { name: 'lemon', namespace: 'default' };
let scene: VirtualScene;

beforeEach(async () => {
  scene = await VirtualScene.start();
});

afterEach(async () => {
  await scene.end();
  expect(scene.world.overlaps).toEqual([]);
  expect(scene.clock.pending, 'timers that are left').toBe(0);
});

const wrong = (): Promise<string[]> => whatIsWrong(scene.cluster.client, scene.world);

test('a child that cannot be created is retried with exponential backoff', async () => {
  scene.startOperator({ faults: { serverError: 1 }, only: ({ path }) => path.includes('/configmaps/lemon') });
  await scene.carryOut({ do: 'resize', name: 'lemon', size: 2 });
  await scene.pass(60_000);
  // 5 ms, 10 ms, … up to this operator's maximum of 5 s: 10 attempts, then 10 more in the rest of the minute.
  expect(scene.world.reconciles).toBeGreaterThan(10);
  expect(scene.world.reconciles).toBeLessThan(30);
  expect(await wrong()).toContain('lemon-0 is missing');

  scene.chaos.calm();
  await scene.pass(10_000);
  expect(await wrong()).toEqual([]);
});

test('an object that always fails does not block others', async () => {
  scene.startOperator({ faults: { serverError: 1 }, only: ({ path }) => path.includes('/configmaps/lemon') });
  for (const name of ['lemon', 'lime', 'orange']) await scene.carryOut({ do: 'resize', name, size: 1 });
  await scene.pass(1_000);

  expect((await wrong()).filter((line) => !line.startsWith('lemon'))).toEqual([]);
});

test('does not reconcile a paused object until it is resumed', async () => {
  scene.startOperator({ faults: {} });
  await scene.carryOut({ do: 'resize', name: 'lemon', size: 2 });
  await scene.pass(1_000);
  const pause = (value: string | null) =>
    scene.cluster.client.patch(
      Memcached,
      lemon,
      mergePatch({ metadata: { annotations: { [pausedAnnotation]: value } } }),
    );
  await pause('true');
  await scene.carryOut({ do: 'remove a server', name: 'lemon' });
  await scene.pass(60_000);
  expect(await wrong()).toEqual(['lemon-0 is missing']);

  await pause(null);
  await scene.pass(1_000);
  expect(await wrong()).toEqual([]);
});

test('an operator that starts before its CRD is installed works once it is', async () => {
  const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  await scene.cluster.transport.request({
    method: 'DELETE',
    path: `${definitions}/${memcachedCrd.metadata.name}`,
  });
  scene.startOperator({ faults: {} });
  await scene.pass(60_000);
  expect(scene.log.text).toContain('warn no such kind; waiting for its CRD to be installed');

  await scene.cluster.install(memcachedCrd);
  await scene.carryOut({ do: 'resize', name: 'lemon', size: 1 });
  await scene.pass(120_000);
  expect(await wrong()).toEqual([]);
});

test('finishes the running reconciles, and starts no other, when it is stopped', async () => {
  scene.startOperator({ faults: { slow: 1 }, latency: 2_000, only: ({ method }) => method !== 'GET' });
  for (const name of ['lemon', 'lime', 'orange']) await scene.carryOut({ do: 'resize', name, size: 3 });
  await scene.pass(100);
  const { reconciles } = scene.world;
  await scene.stopOperator();

  expect(scene.world.reconciles).toBe(reconciles);
  const made = (await scene.cluster.client.list(ConfigMap)).items;
  expect(made.filter(({ metadata }) => metadata.labels?.['cache'])).toHaveLength(2 * 3);
});

test('an object with a foreign finalizer is not reconciled repeatedly, and is gone once the finalizer is removed', async () => {
  let isStuck = false;
  const only = ({ method, path }: TransportRequest): boolean =>
    isStuck && method === 'PATCH' && path.includes('/memcacheds/');
  scene.startOperator({ faults: { serverError: 1 }, only });
  await scene.carryOut({ do: 'resize', name: 'lemon', size: 1 });
  await scene.pass(1_000);
  isStuck = true;
  const { reconciles } = scene.world;
  await scene.carryOut({ do: 'delete', name: 'lemon' });
  await scene.pass(60_000);
  expect(await wrong()).toContain('lemon is still on its way out');
  expect(scene.world.reconciles - reconciles).toBeLessThan(30);

  isStuck = false;
  await scene.pass(10_000);
  expect(await wrong()).toEqual([]);
});
