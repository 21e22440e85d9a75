/** Like random-faults.test.ts, but in real time. real-server.test.ts runs it against a real API server. */
import { eventually, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { liveStorm } from './support/random-faults-live.ts';
import { memcachedCrd } from './support/memcached.ts';

let cluster: TestCluster;

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.install(memcachedCrd);
});

afterAll(() => cluster.stop());

test.each([1, 2, 3])('converges after storm %i, and leaves no timer after shutdown', async (seed) => {
  const before = timers();
  await liveStorm(cluster, { seed });

  // `expect.poll` has a timer of its own while it checks.
  await eventually(() => expect(timers()).toBeLessThanOrEqual(before), { timeout: 90_000 });
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
}
