import { readdirSync } from 'node:fs';
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import type { Component } from '../component.ts';
import type { Gauge } from './gauge.ts';
import type { Metrics } from './metrics.ts';

/** Node looks this often whether the loop keeps up; what it reports includes it. */
const resolution = 10;

/**
 * The process, under the names that Prometheus clients share, and its event loop: while that is held up
 * nothing else happens, no renewal of a Lease and no answer to a probe. Measured from the last scrape on.
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
      help: 'Time that the process had a processor for.',
    });
    const resident = this.#gauge('process_resident_memory_bytes', 'Memory that the process has.');
    const heap = this.#gauge('nodejs_heap_size_used_bytes', 'Memory that objects take.');
    const heapTotal = this.#gauge('nodejs_heap_size_total_bytes', 'Memory set aside for objects.');
    const external = this.#gauge('nodejs_external_memory_bytes', 'Memory of buffers.');
    const files = this.#gauge('process_open_fds', 'Open files and connections.');
    const started = this.#gauge('process_start_time_seconds', 'When the process started, since 1970.');
    const version = this.#metrics.gauge({
      name: 'nodejs_version_info',
      help: 'The version of Node.',
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
    const mean = this.#gauge('nodejs_eventloop_lag_mean_seconds', 'How late the event loop is, on average.');
    const p99 = this.#gauge('nodejs_eventloop_lag_p99_seconds', 'How late it is in one of a hundred cases.');
    const max = this.#gauge('nodejs_eventloop_lag_max_seconds', 'How late it was at worst.');
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

/** From nanoseconds between two looks. */
function lag(delay: number): number {
  return Math.max(0, delay / 1e9 - resolution / 1000);
}

/** Known on Linux only. */
function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
