/** Faults that last: a server that keeps giving the same answer for a long time, and how an operator copes. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TransportRequest } from '../../src/entry-points/transport.ts';
import { ticketsTooMany, whatIsWrong } from './support/status-observer.ts';
import { VirtualScene } from './support/virtual-scene.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let scene: VirtualScene;

beforeEach(async () => {
  scene = await VirtualScene.start();
});

/** Once the fault is over, the operator converges as usual. */
afterEach(async () => {
  scene.chaos.calm();
  await scene.pass(5 * minute);
  expect(await whatIsWrong(scene.cluster.client, scene.world)).toEqual([]);
  expect(await ticketsTooMany(scene.cluster.client)).toBe(0);
  expect(scene.observer.doubled).toEqual([]);
  expect(scene.world.overlaps).toEqual([]);
  const { reconciles } = scene.world;
  await scene.pass(hour);
  expect(scene.world.reconciles - reconciles, 'at rest').toBe(0);
  await scene.end();
  expect(scene.clock.pending, 'timers that are left').toBe(0);
});

const isConfigMapWrite = ({ method, path }: TransportRequest): boolean =>
  method !== 'GET' && path.includes('/configmaps');

async function resizeAll(size: number): Promise<void> {
  for (const name of ['lemon', 'lime']) await scene.carryOut({ do: 'resize', name, size });
}

test.each([1, 2, 3])('repeated 410 Gone (%i) lose no change and cause few relists', async (seed) => {
  scene.startOperator({ seed, faults: { watchExpired: 0.9 } });
  for (let size = 0; size < 5; size += 1) {
    await resizeAll(size);
    await scene.pass(2 * minute);
  }
  // Two kinds for ten minutes: after a few failures in a row, relists are about thirty seconds apart.
  expect(scene.chaos.happened.watchExpired).toBeGreaterThan(5);
  expect(scene.chaos.happened.watchExpired).toBeLessThan(100);
});

test('a network that cuts idle connections after 20 seconds loses no change, and is not an outage', async () => {
  scene.startOperator({ faults: { watchIdleCut: 1 }, idleLimit: 20_000 });
  await resizeAll(1);
  await scene.pass(30 * minute);
  await resizeAll(2);
  await scene.pass(minute);

  expect(scene.chaos.happened.watchIdleCut).toBeGreaterThan(50);
  expect(scene.log.text.filter((line) => line.startsWith('warn'))).toEqual([]);
});

test('waits 50 seconds when the server sends Retry-After: 50', async () => {
  scene.startOperator({ faults: { throttled: 1 }, retryAfterSeconds: 50, only: isConfigMapWrite });
  await resizeAll(2);
  await scene.pass(10 * minute);

  // Each ConfigMap is tried once immediately, on the event of its finalizer, and then every 50 seconds.
  expect(scene.chaos.happened.throttled).toBeGreaterThanOrEqual(2 * 12);
  expect(scene.chaos.happened.throttled).toBeLessThanOrEqual(2 * 14);
});

test.each([
  ['forward', day],
  ['back', -day],
])('setting the wall clock %s does not change the backoff of retries', async (_, by) => {
  scene.startOperator({ faults: { refused: 1 }, only: isConfigMapWrite });
  await resizeAll(2);
  await scene.pass(minute);
  const before = scene.chaos.happened.refused;
  scene.clock.jump(by);
  await scene.pass(minute);

  // Each of the two is retried every five seconds at most.
  expect(scene.chaos.happened.refused - before).toBeGreaterThanOrEqual(2 * 11);
  expect(scene.chaos.happened.refused - before).toBeLessThanOrEqual(2 * 13);
});

test('an outage of an hour, in which watches go idle and all other requests fail, loses no change', async () => {
  scene.startOperator({ faults: {} });
  await resizeAll(1);
  await scene.pass(minute);
  await scene.stopOperator();
  scene.startOperator({ faults: { watchStalled: 1, refused: 0.7, serverError: 0.7 } });
  await resizeAll(3);
  await scene.pass(hour);
  await resizeAll(2);
  await scene.carryOut({ do: 'delete', name: 'lime' });
  await scene.carryOut({ do: 'edit a child', name: 'lemon' });

  const { refused, serverError } = scene.chaos.happened;
  // Two watches, each reopened every 30 to 60 seconds.
  expect(refused + serverError).toBeLessThan(2 * 150);
});
