import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';
import { ProcessMetrics } from '../../src/metrics/process-metrics.ts';

test('a scrape reports process metrics and the event loop lag', async () => {
  const metrics = new Metrics();
  const process = new ProcessMetrics(metrics);
  await process.start();
  const value = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics.text())?.[1]);
  await sleep(30);
  const busyUntil = performance.now() + 150;
  while (performance.now() < busyUntil);
  await sleep(30);

  expect(value('nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.1);
  // The scrape resets the lag; the next one reports only what happened after it.
  await sleep(30);
  await expect.poll(() => value('nodejs_eventloop_lag_max_seconds')).toBeLessThan(0.1);
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(0.1);
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(value('process_start_time_seconds')).toBeGreaterThan(1.6e9);
  expect(metrics.text()).toContain(`nodejs_version_info{version="v${globalThis.process.versions.node}"} 1\n`);
  await process.stop();
});
