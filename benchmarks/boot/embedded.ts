/**
 * Starts embedded API servers in this process, and prints how long that took, as JSON. With the argument `workloads`,
 * it starts clusters in which workloads make progress.
 */
import { performance } from 'node:perf_hooks';
import type { BootTimes } from './boot.ts';

const warmStarts = 10;
const workloads = process.argv[2] === 'workloads';

const began = performance.now();
const { startCluster } = await import('@opgen/testing');
const { Namespace } = await import('@opgen/runtime/kinds/core/v1');
const importMs = performance.now() - began;

const firstMs = await untilAnswered();
const warmMs: number[] = [];
for (let start = 0; start < warmStarts; start++) warmMs.push(await untilAnswered());
const times: BootTimes = { importMs, firstMs, warmMs };
process.stdout.write(JSON.stringify(times));

async function untilAnswered(): Promise<number> {
  const before = performance.now();
  const cluster = workloads ? await startCluster({ workloads }) : await startCluster();
  await cluster.client.list(Namespace);
  const took = performance.now() - before;
  await cluster.stop();
  return took;
}
