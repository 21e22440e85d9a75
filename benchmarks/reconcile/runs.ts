import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RealCluster } from '@opgen/testing';
import { type Command, type Cost, type MeasuredProcess, startMeasured } from '../support/measure.ts';
import { residentMiB } from '../support/resident.ts';
import type { Times } from './reconciler.ts';
import { serverMetrics } from './server-metrics.ts';
import { memcachedNames, Workload } from './workload.ts';

/** The cost of making all resources ready, including startup and the first list of the operator. */
export interface Throughput {
  objectsPerSecond: number;
  cost: Cost;
  /** Memory when all are ready; undefined if the system does not report it. */
  restMiB: number | undefined;
  serverCpuMs: number;
  requestsPerObject: number;
  /** Only opgen's operator reports this. */
  times: Times | undefined;
}

/** Long enough for the last events. */
const untilRest = 1_000;

/** All resources exist before the operator starts. */
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
  const { seconds, restMiB, cost, said } = await whileRunning(operator, async (running) => {
    await workload.ready(names);
    const seconds = (performance.now() - started) / 1000;
    await sleep(untilRest);
    return { seconds, restMiB: await residentMiB(running) };
  });
  const after = await serverMetrics(cluster.transport);
  await workload.end();
  return {
    objectsPerSecond: count / seconds,
    cost,
    restMiB,
    serverCpuMs: after.cpuMs - before.cpuMs,
    requestsPerObject: (after.requests - before.requests) / count,
    times: said === undefined ? undefined : (JSON.parse(said) as Times),
  };
}

/** Milliseconds from creating a resource to seeing it ready. One is created per interval, even if others are not ready. */
export async function latencies(
  cluster: RealCluster,
  operator: Command,
  count: number,
  interval: number,
): Promise<number[]> {
  const workload = await Workload.begin(cluster.client, `latency-${randomUUID()}`);
  const { values } = await whileRunning(operator, async () => {
    const values = memcachedNames(count).map(async (name, index) => {
      await sleep(index * interval);
      const asked = performance.now();
      await workload.create(name);
      await workload.ready([name]);
      return performance.now() - asked;
    });
    return { values: await Promise.all(values) };
  });
  await workload.end();
  return values;
}

/** Starts an operator, waits until it prints `ready`, runs the workload, and stops it. Returns its last output, too. */
async function whileRunning<Result>(
  operator: Command,
  work: (running: MeasuredProcess) => Promise<Result>,
): Promise<Result & { cost: Cost; said: string | undefined }> {
  const running = await startMeasured(operator);
  // If the operator fails, the workload fails with its error.
  const failed = running.cost.then(() => Promise.reject(new Error('the operator ended early')));
  failed.catch(() => {});
  try {
    const lines = createInterface({ input: running.process.stdout! });
    await Promise.race([once(lines, 'line'), failed]);
    let said: string | undefined;
    lines.on('line', (line) => (said = line));
    const result = await Promise.race([work(running), failed]);
    running.process.kill('SIGTERM');
    return { ...result, cost: await running.cost, said };
  } finally {
    running.process.kill('SIGTERM');
  }
}
