import { failuresIn } from '../failures.ts';
import type { Counter, CounterSeries } from '../metrics/counter.ts';
import type { Gauge } from '../metrics/gauge.ts';
import { type Histogram, type HistogramSeries, powersOfTen } from '../metrics/histogram.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Cause } from '../queue/cause.ts';
import type { QueueObserver } from '../queue/work-queue.ts';

/** How a reconcile ended. */
export type Outcome = 'success' | 'requeue' | 'requeue_after' | 'error';

const outcomes: readonly Outcome[] = ['error', 'requeue_after', 'requeue', 'success'];

/** What a controller has in hand, looked at for each scrape. */
export interface ControllerLoad {
  readonly concurrency: number;
  /** Keys that wait for a worker, by priority. */
  readonly depth: Readonly<Record<string, number>>;
  /** Milliseconds for which each run that has not ended has been running. */
  readonly running: readonly number[];
}

// The buckets of controller-runtime and of client-go, so that dashboards go on to work.
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5,
  1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** What controllers and their queues did, under the names that controller-runtime gives it. */
export class ReconcileMetrics {
  readonly #loads = new Map<string, () => ControllerLoad>();
  readonly total: Counter<'controller' | 'result'>;
  readonly errors: Counter<'controller'>;
  readonly terminalErrors: Counter<'controller'>;
  readonly panics: Counter<'controller'>;
  readonly timeouts: Counter<'controller'>;
  readonly time: Histogram<'controller'>;
  readonly causes: Counter<'controller' | 'event'>;
  readonly adds: Counter<'name' | 'controller'>;
  readonly retries: Counter<'name' | 'controller'>;
  readonly waited: Histogram<'name' | 'controller'>;
  readonly worked: Histogram<'name' | 'controller'>;
  readonly #maximum: Gauge<'controller'>;
  readonly #active: Gauge<'controller'>;
  readonly #depth: Gauge<'name' | 'controller' | 'priority'>;
  readonly #unfinished: Gauge<'name' | 'controller'>;
  readonly #longest: Gauge<'name' | 'controller'>;

  constructor(metrics: Metrics) {
    const labels = ['controller'] as const;
    const queueLabels = ['name', 'controller'] as const;
    this.total = metrics.counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Reconciles, by how they ended.',
      labels: ['controller', 'result'],
    });
    this.errors = metrics.counter({
      name: 'controller_runtime_reconcile_errors_total',
      help: 'Reconciles that failed.',
      labels,
    });
    this.terminalErrors = metrics.counter({
      name: 'controller_runtime_terminal_reconcile_errors_total',
      help: 'Reconciles that failed for good: they are not tried again until something changes.',
      labels,
    });
    this.panics = metrics.counter({
      name: 'controller_runtime_reconcile_panics_total',
      help: 'Reconciles that failed by a mistake in the program, such as reading a field of undefined.',
      labels,
    });
    this.timeouts = metrics.counter({
      name: 'controller_runtime_reconcile_timeouts_total',
      help: 'Reconciles that were asked to give up, because they took longer than they may.',
      labels,
    });
    this.time = metrics.histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'How long reconciles took.',
      labels,
      buckets: reconcileBuckets,
    });
    this.causes = metrics.counter({
      name: 'opgen_reconcile_causes_total',
      help: 'Why objects were reconciled; one reconcile may have several causes.',
      labels: ['controller', 'event'],
    });
    this.#maximum = metrics.gauge({
      name: 'controller_runtime_max_concurrent_reconciles',
      help: 'How many objects may be reconciled at a time.',
      labels,
    });
    this.#active = metrics.gauge({
      name: 'controller_runtime_active_workers',
      help: 'How many objects are being reconciled.',
      labels,
    });
    this.#depth = metrics.gauge({
      name: 'workqueue_depth',
      help: 'Objects that wait for a worker.',
      labels: ['name', 'controller', 'priority'],
    });
    this.adds = metrics.counter({
      name: 'workqueue_adds_total',
      help: 'How often an object was put in line.',
      labels: queueLabels,
    });
    this.waited = metrics.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'How long objects waited for a worker.',
      labels: queueLabels,
      buckets: powersOfTen,
    });
    this.worked = metrics.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'How long workers had an object.',
      labels: queueLabels,
      buckets: powersOfTen,
    });
    this.#unfinished = metrics.gauge({
      name: 'workqueue_unfinished_work_seconds',
      help: 'How long all that is under way has been, in sum: a growing one tells of stuck workers.',
      labels: queueLabels,
    });
    this.#longest = metrics.gauge({
      name: 'workqueue_longest_running_processor_seconds',
      help: 'How long the oldest reconcile that has not ended has been running.',
      labels: queueLabels,
    });
    this.retries = metrics.counter({
      name: 'workqueue_retries_total',
      help: 'How often an object was put in line for later.',
      labels: queueLabels,
    });
    metrics.onScrape(() => {
      for (const [controller, load] of this.#loads) this.#show(controller, load());
    });
  }

  /** The metrics of one controller, all there from the start. */
  controller(name: string, load: () => ControllerLoad): ControllerMetrics {
    this.#loads.set(name, load);
    return new ControllerMetrics(this, name);
  }

  #show(controller: string, { concurrency, depth, running }: ControllerLoad): void {
    const queue = { name: controller, controller };
    this.#maximum.set(concurrency, { controller });
    this.#active.set(running.length, { controller });
    for (const [priority, keys] of Object.entries(depth)) this.#depth.set(keys, { ...queue, priority });
    this.#unfinished.set(running.reduce((sum, each) => sum + each, 0) / 1000, queue);
    this.#longest.set(Math.max(0, ...running) / 1000, queue);
  }
}

/** What one controller reports. */
export class ControllerMetrics implements QueueObserver {
  readonly #controller: string;
  readonly #outcomes: Readonly<Record<Outcome, CounterSeries>>;
  readonly #errors: CounterSeries;
  readonly #terminalErrors: CounterSeries;
  readonly #panics: CounterSeries;
  readonly #timeouts: CounterSeries;
  readonly #time: HistogramSeries;
  readonly #causes: Counter<'controller' | 'event'>;
  readonly #adds: CounterSeries;
  readonly #retries: CounterSeries;
  readonly #waited: HistogramSeries;
  readonly #worked: HistogramSeries;

  constructor(metrics: ReconcileMetrics, controller: string) {
    const queue = { name: controller, controller };
    const series = outcomes.map((result) => [result, metrics.total.with({ controller, result })]);
    this.#controller = controller;
    this.#outcomes = Object.fromEntries(series) as Record<Outcome, CounterSeries>;
    this.#errors = metrics.errors.with({ controller });
    this.#terminalErrors = metrics.terminalErrors.with({ controller });
    this.#panics = metrics.panics.with({ controller });
    this.#timeouts = metrics.timeouts.with({ controller });
    this.#time = metrics.time.with({ controller });
    this.#causes = metrics.causes;
    this.#adds = metrics.adds.with(queue);
    this.#retries = metrics.retries.with(queue);
    this.#waited = metrics.waited.with(queue);
    this.#worked = metrics.worked.with(queue);
  }

  /** `duration`: milliseconds. */
  reconciled(outcome: Outcome, duration: number, causes: readonly Cause[]): void {
    this.#outcomes[outcome].increment();
    this.#time.observe(duration / 1000);
    for (const { event } of causes) this.#causes.increment({ controller: this.#controller, event });
  }

  failed(error: unknown, { terminal }: { terminal: boolean }): void {
    this.#errors.increment();
    if (terminal) this.#terminalErrors.increment();
    if (failuresIn(error).some(isProgrammingError)) this.#panics.increment();
  }

  timedOut(): void {
    this.#timeouts.increment();
  }

  added(): void {
    this.#adds.increment();
  }

  delayed(): void {
    this.#retries.increment();
  }

  taken(waited: number): void {
    this.#waited.observe(waited / 1000);
  }

  done(worked: number): void {
    this.#worked.observe(worked / 1000);
  }
}

/** What the engine throws where Go would panic. A `TypeError` with a cause is one of `fetch`, about the network. */
function isProgrammingError(error: unknown): boolean {
  return error instanceof ReferenceError || (error instanceof TypeError && error.cause === undefined);
}
