import { readdirSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Component } from '../component.ts';
import type { Gauge } from './gauge.ts';
import type { Metrics } from './metrics.ts';

/** The sampling interval in milliseconds. Node includes it in the delays that it reports. */
const resolution = 10;

/**
 * Metrics of the process, with the names that Prometheus clients share, and of the event loop: while it is blocked, no
 * Lease is renewed and no probe is answered. The delay is measured since the last scrape.
 */
export class ProcessMetrics implements Component {
  readonly name = 'process metrics';
  readonly stage = 'servers';
  readonly #metrics: Metrics;
  #delay: IntervalHistogram | undefined;

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
    this.#process();
    this.#eventLoop();
  }

  async start(): Promise<void> {
    this.#delay = monitorEventLoopDelay({ resolution });
    this.#delay.enable();
  }

  async stop(): Promise<void> {
    this.#delay?.disable();
  }

  #process(): void {
    const cpu = this.#metrics.counter({
      name: 'process_cpu_seconds_total',
      help: 'Total user and system CPU time spent in seconds.',
    });
    const resident = this.#gauge('process_resident_memory_bytes', 'Resident memory size in bytes.');
    const heap = this.#gauge('nodejs_heap_size_used_bytes', 'Used size of the JavaScript heap in bytes.');
    const heapTotal = this.#gauge(
      'nodejs_heap_size_total_bytes',
      'Total size of the JavaScript heap in bytes.',
    );
    const external = this.#gauge(
      'nodejs_external_memory_bytes',
      'Memory used by buffers outside the heap in bytes.',
    );
    const files = this.#gauge('process_open_fds', 'Number of open file descriptors.');
    const started = this.#gauge(
      'process_start_time_seconds',
      'Start time of the process since the Unix epoch in seconds.',
    );
    const version = this.#metrics.gauge({
      name: 'nodejs_version_info',
      help: 'Node.js version.',
      labels: ['version'],
    });
    started.set(Math.round(performance.timeOrigin / 1000));
    version.set(1, { version: process.version });
    this.#metrics.onScrape(() => {
      const { user, system } = process.cpuUsage();
      const memory = process.memoryUsage();
      cpu.with().reach((user + system) / 1e6);
      resident.set(memory.rss);
      heap.set(memory.heapUsed);
      heapTotal.set(memory.heapTotal);
      external.set(memory.external);
      const open = openFiles();
      if (open !== undefined) files.set(open);
    });
  }

  #eventLoop(): void {
    const mean = this.#gauge(
      'nodejs_eventloop_lag_mean_seconds',
      'Mean event loop delay since the last scrape.',
    );
    const p99 = this.#gauge(
      'nodejs_eventloop_lag_p99_seconds',
      '99th percentile of the event loop delay since the last scrape.',
    );
    const max = this.#gauge(
      'nodejs_eventloop_lag_max_seconds',
      'Maximum event loop delay since the last scrape.',
    );
    this.#metrics.onScrape(() => {
      const delay = this.#delay;
      if (delay === undefined || delay.count === 0) return;
      mean.set(lag(delay.mean));
      p99.set(lag(delay.percentile(99)));
      max.set(lag(delay.max));
      delay.reset();
    });
  }

  #gauge(name: string, help: string): Gauge {
    return this.#metrics.gauge({ name, help });
  }
}

/** Converts a delay between two samples, in nanoseconds, to seconds of lag. */
function lag(delay: number): number {
  return Math.max(0, delay / 1e9 - resolution / 1000);
}

/** Undefined except on Linux. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
