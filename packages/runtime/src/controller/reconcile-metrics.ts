import { failuresIn } from '../failures.ts';
import type { Counter, CounterSeries } from '../metrics/counter.ts';
import type { Gauge } from '../metrics/gauge.ts';
import { type Histogram, type HistogramSeries, powersOfTen } from '../metrics/histogram.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Cause } from '../queue/cause.ts';
import type { QueueObserver } from '../queue/work-queue.ts';
import type { ControllerStatistics, DurationStatistics } from '../statistics/statistics.ts';

/** The result of a reconcile. */
export type Outcome = 'success' | 'requeue' | 'requeue_after' | 'error';

const outcomes: readonly Outcome[] = ['error', 'requeue_after', 'requeue', 'success'];

/** The load of a controller, read on each scrape. */
export interface ControllerLoad {
  readonly concurrency: number;
  /** Queued keys by priority. */
  readonly depth: Readonly<Record<string, number>>;
  /** Milliseconds since the start of each running reconcile. */
  readonly running: readonly number[];
  /** How many of them appear stuck. */
  readonly stuck: number;
}

// The buckets of controller-runtime and client-go, so that existing dashboards work.
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5,
  1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

/** The metrics of controllers and work queues, with the names of controller-runtime. */
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
  readonly #stuck: Gauge<'controller'>;

  constructor(metrics: Metrics) {
    const labels = ['controller'] as const;
    const queueLabels = ['name', 'controller'] as const;
    this.total = metrics.counter({
      name: 'controller_runtime_reconcile_total',
      help: 'Total number of reconciliations by result.',
      labels: ['controller', 'result'],
    });
    this.errors = metrics.counter({
      name: 'controller_runtime_reconcile_errors_total',
      help: 'Total number of reconciliation errors.',
      labels,
    });
    this.terminalErrors = metrics.counter({
      name: 'controller_runtime_terminal_reconcile_errors_total',
      help: 'Total number of terminal reconciliation errors, which are not retried.',
      labels,
    });
    this.panics = metrics.counter({
      name: 'controller_runtime_reconcile_panics_total',
      help: 'Total number of reconciliation errors caused by programming errors, such as a TypeError.',
      labels,
    });
    this.timeouts = metrics.counter({
      name: 'controller_runtime_reconcile_timeouts_total',
      help: 'Total number of reconciliations that exceeded their timeout.',
      labels,
    });
    this.time = metrics.histogram({
      name: 'controller_runtime_reconcile_time_seconds',
      help: 'Length of time per reconciliation.',
      labels,
      buckets: reconcileBuckets,
    });
    this.causes = metrics.counter({
      name: 'opgen_reconcile_causes_total',
      help: 'Total number of causes of reconciliations by event. A reconciliation may have several causes.',
      labels: ['controller', 'event'],
    });
    this.#maximum = metrics.gauge({
      name: 'controller_runtime_max_concurrent_reconciles',
      help: 'Maximum number of concurrent reconciles.',
      labels,
    });
    this.#active = metrics.gauge({
      name: 'controller_runtime_active_workers',
      help: 'Number of currently used workers.',
      labels,
    });
    this.#depth = metrics.gauge({
      name: 'workqueue_depth',
      help: 'Current depth of the work queue.',
      labels: ['name', 'controller', 'priority'],
    });
    this.adds = metrics.counter({
      name: 'workqueue_adds_total',
      help: 'Total number of adds handled by the work queue.',
      labels: queueLabels,
    });
    this.waited = metrics.histogram({
      name: 'workqueue_queue_duration_seconds',
      help: 'How long an item stays in the work queue before it is requested.',
      labels: queueLabels,
      buckets: powersOfTen,
    });
    this.worked = metrics.histogram({
      name: 'workqueue_work_duration_seconds',
      help: 'How long processing an item from the work queue takes.',
      labels: queueLabels,
      buckets: powersOfTen,
    });
    this.#unfinished = metrics.gauge({
      name: 'workqueue_unfinished_work_seconds',
      help: 'Seconds of work in progress that work_duration has not observed yet. A growing value indicates stuck workers.',
      labels: queueLabels,
    });
    this.#longest = metrics.gauge({
      name: 'workqueue_longest_running_processor_seconds',
      help: 'How many seconds the longest-running reconcile has been running.',
      labels: queueLabels,
    });
    this.#stuck = metrics.gauge({
      name: 'opgen_stuck_reconciles',
      help: 'Number of reconciles that have been running for longer than stuckAfter. Each of them occupies a worker.',
      labels,
    });
    this.retries = metrics.counter({
      name: 'workqueue_retries_total',
      help: 'Total number of delayed adds and retries handled by the work queue.',
      labels: queueLabels,
    });
    metrics.onScrape(() => {
      for (const [controller, load] of this.#loads) this.#show(controller, load());
    });
  }

  /** The metrics of one controller, initialized to zero. */
  controller(name: string, load: () => ControllerLoad): ControllerMetrics {
    this.#loads.set(name, load);
    return new ControllerMetrics(this, name);
  }

  /** Removes the metrics of a controller that has stopped for good. */
  forget(controller: string): void {
    this.#loads.delete(controller);
    const all = [
      this.total,
      this.errors,
      this.terminalErrors,
      this.panics,
      this.timeouts,
      this.causes,
      this.adds,
      this.retries,
      this.time,
      this.waited,
      this.worked,
      this.#maximum,
      this.#active,
      this.#depth,
      this.#unfinished,
      this.#longest,
      this.#stuck,
    ];
    for (const metric of all) metric.remove({ controller });
  }

  #show(controller: string, { concurrency, depth, running, stuck }: ControllerLoad): void {
    const queue = { name: controller, controller };
    this.#maximum.set(concurrency, { controller });
    this.#active.set(running.length, { controller });
    this.#stuck.set(stuck, { controller });
    for (const [priority, keys] of Object.entries(depth)) this.#depth.set(keys, { ...queue, priority });
    this.#unfinished.set(running.reduce((sum, each) => sum + each, 0) / 1000, queue);
    this.#longest.set(Math.max(0, ...running) / 1000, queue);
  }
}

/** Records the metrics of one controller. */
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

  /** What it has recorded so far. */
  get recorded(): Pick<
    ControllerStatistics,
    'results' | 'terminalErrors' | 'retries' | 'durations' | 'waits'
  > {
    const { error, requeue, requeue_after, success } = this.#outcomes;
    return {
      results: {
        success: success.value,
        requeue: requeue.value,
        requeue_after: requeue_after.value,
        error: error.value,
      },
      terminalErrors: this.#terminalErrors.value,
      retries: this.#retries.value,
      durations: durationsOf(this.#time),
      waits: durationsOf(this.#waited),
    };
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

function durationsOf({ bounds, counts, sum }: HistogramSeries): DurationStatistics {
  return { bounds, counts: [...counts], sum };
}

/** Errors that correspond to a panic in Go. A `TypeError` with a cause is a network error of `fetch`. */
function isProgrammingError(error: unknown): boolean {
  return error instanceof ReferenceError || (error instanceof TypeError && error.cause === undefined);
}
