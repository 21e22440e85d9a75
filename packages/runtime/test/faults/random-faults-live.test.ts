/** As storm.test.ts, in real time. On a real API server see real-server.test.ts. */
import { startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveStorm } from './support/random-faults-live.ts';
import { memcachedCrd } from './support/memcached.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.install(memcachedCrd);
});

afterAll(() => cluster.stop());

test.each([1, 2, 3])(
  'storm %i passes, and an operator that ends leaves no timer',
  { timeout: 60_000 },
  async (seed) => {
    const before = timers();
    await liveStorm(cluster, { seed });

    await expect.poll(timers).toBeLessThanOrEqual(before);
  },
);

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}
