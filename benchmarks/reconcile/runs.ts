import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import type { RealCluster } from '@opgen/testing';
import { type Command, type Cost, startMeasured } from '../support/measure.ts';
import { serverMetrics } from './server-metrics.ts';
import { memcachedNames, Workload } from './workload.ts';

/** What it took to make many resources ready, the operator's start and first reading included. */
export interface Throughput {
  objectsPerSecond: number;
  cost: Cost;
  serverCpuMs: number;
  requestsPerObject: number;
}

/** All resources are there when the operator starts. */
export async function throughput(
  cluster: RealCluster,
  operator: Command,
  count: number,
): Promise<Throughput> {
  const names = memcachedNames(count);
  const workload = await Workload.begin(cluster.client, `throughput-${randomUUID()}`);
  await workload.createMany(names);
  const before = await serverMetrics(cluster.transport);
  const started = performance.now();
  const { seconds, cost } = await whileRunning(operator, async () => {
    await workload.ready(names);
    return { seconds: (performance.now() - started) / 1000 };
  });
  const after = await serverMetrics(cluster.transport);
  await workload.end();
  return {
    objectsPerSecond: count / seconds,
    cost,
    serverCpuMs: after.cpuMs - before.cpuMs,
    requestsPerObject: (after.requests - before.requests) / count,
  };
}

/** Milliseconds from asking for a resource to seeing it ready, one after the other, the operator being idle. */
export async function latencies(cluster: RealCluster, operator: Command, count: number): Promise<number[]> {
  const workload = await Workload.begin(cluster.client, `latency-${randomUUID()}`);
  const { values } = await whileRunning(operator, async () => {
    const values: number[] = [];
    for (const name of memcachedNames(count)) {
      const asked = performance.now();
      await workload.create(name);
      await workload.ready([name]);
      values.push(performance.now() - asked);
    }
    return { values };
  });
  await workload.end();
  return values;
}

/** Starts an operator, waits until it says that it is ready, works, and ends it. */
async function whileRunning<Result>(
  operator: Command,
  work: () => Promise<Result>,
): Promise<Result & { cost: Cost }> {
  const running = await startMeasured(operator);
  // Should the operator fail, its end is what the work fails with.
  const failed = running.cost.then(() => Promise.reject(new Error('the operator ended early')));
  failed.catch(() => {});
  try {
    const output = createInterface({ input: running.process.stdout! });
    await Promise.race([once(output, 'line'), failed]);
    const result = await Promise.race([work(), failed]);
    running.process.kill('SIGTERM');
    return { ...result, cost: await running.cost };
  } finally {
    running.process.kill('SIGTERM');
  }
}
