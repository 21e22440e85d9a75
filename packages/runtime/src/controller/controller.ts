import { randomUUID } from 'node:crypto';
import { withTimeout } from '../abort.ts';
import type { Cache } from '../cache/cache.ts';
import { objectKey, storeKeyIn } from '../cache/store-key.ts';
import { type AmbientController, withController } from '../client/ambient-controller.ts';
import { withSignal } from '../client/ambient-signal.ts';
import type { Client } from '../client/client.ts';
import { ConflictError } from '../client/errors.ts';
import { requestedDelay } from '../client/requested-delay.ts';
import type { Clock } from '../clock.ts';
import { failuresIn, messageOf } from '../failures.ts';
import { ambientLease } from '../leader-election/held-lease.ts';
import type { Logger } from '../logging/logger.ts';
import { Metrics } from '../metrics/metrics.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { BackoffOptions } from '../queue/backoff.ts';
import { type Cause, describeCause } from '../queue/cause.ts';
import { higherOf, type Priority } from '../queue/priority.ts';
import { type Work, WorkQueue } from '../queue/work-queue.ts';
import { withRecorder } from '../runs/ambient-recorder.ts';
import type { Recording } from '../runs/recording.ts';
import { type RunOutcome, RunRecorder } from '../runs/run-recorder.ts';
import type { ControllerStatistics } from '../statistics/statistics.ts';
import { TimeSlice } from '../time-slice.ts';
import { BlockDetector, type RunningReconcile } from './block-detector.ts';
import { LoopDetector } from './loop-detector.ts';
import type { ObjectFilter } from './object-filter.ts';
import { anyChange } from './predicates.ts';
import { OutageLog } from './outage-log.ts';
import { recentWriters } from './recent-writers.ts';
import { type ControllerMetrics, type Outcome, ReconcileMetrics } from './reconcile-metrics.ts';
import type { ReconcileContext, Reconciler } from './reconciler.ts';
import { isTerminal, type Request, type Result } from './result.ts';
import { type SourceOptions, predicateFor, priorityFor } from './source-options.ts';
import { type Enqueue, type MapFunction, mappedSource, type Source } from './sources.ts';
import { StuckDetector } from './stuck-detector.ts';
import { changesOf, spanLink } from '../tracing/linked-cause.ts';
import { type Span, type SpanOptions, traced, type Tracer } from '../tracing/tracing.ts';

/** Concurrency, retries, timeouts and resync of a controller. */
export interface ControllerOptions {
  /** Maximum number of concurrent reconciles. One object is never reconciled concurrently. Default: 1. */
  concurrency?: number | undefined;
  /** Backoff after failures. Default: 5 ms, doubling up to 1000 s. */
  backoff?: BackoffOptions | undefined;
  /**
   * Milliseconds after which a reconcile is canceled: its signal and its requests abort. It is retried once it has
   * returned. Default: no timeout.
   */
  timeout?: number | undefined;
  /** Milliseconds after which a running reconcile is logged, and counted in metrics, as stuck. Default: one minute. */
  stuckAfter?: number | undefined;
  /** Reconciles of one object per minute above which a reconcile loop is logged. Default: 120. */
  loopLimit?: number | undefined;
  /**
   * Resync period in milliseconds: every object is reconciled again after it, for changes that no watch reports. A
   * jitter of 10 % spreads the load. Default: no resync.
   */
  resync?: number | undefined;
  /**
   * The field manager of writes in reconciles. Default: the field manager of the manager, a hyphen and the name of the
   * controller, for instance `memcached-operator-memcached`.
   */
  fieldManager?: string | undefined;
  /** Run in every replica and not only in the leader. Default: false. */
  everyReplica?: boolean | undefined;
}

const outcomes: Record<Result['type'], Outcome> = {
  done: 'success',
  requeue: 'requeue',
  requeueAfter: 'requeue_after',
};

/** How many field managers of one object the warning about a loop names. */
const mostWriters = 3;

export interface ControllerParts {
  name: string;
  kind: Kind;
  sources: readonly Source[];
  reconciler: Reconciler;
  cache: Cache;
  clock: Clock;
  random: () => number;
  log: Logger;
  /** Reads the field managers of an object that is reconciled in a loop. */
  liveClient?: Pick<Client, 'find'> | undefined;
  /** The cluster name in requests. */
  cluster?: string | undefined;
  /** Selects the objects to reconcile. */
  filter: ObjectFilter;
  /** Creates a span for every reconcile. */
  tracer?: Tracer;
  /** Records its metrics. */
  metrics?: ReconcileMetrics;
  /** Shared by all controllers of the process. */
  blocks?: BlockDetector;
  /** Undefined if runs are not recorded. */
  recording?: Recording | undefined;
  /** Runs a reconcile, named in `what`. Default: directly. */
  during?: (<T>(what: string, run: () => Promise<T>) => Promise<T>) | undefined;
  options?: ControllerOptions;
}

/**
 * Calls a reconciler for the objects of a kind when they, or objects related to them, change.
 *
 * One object is never reconciled concurrently, not even if a reconcile outlasts a stop. An event during a reconcile
 * causes another one. A reconcile that throws is retried with exponential backoff. On start, every object is
 * reconciled once.
 */
export class Controller {
  readonly name: string;
  readonly kind: Kind;
  readonly everyReplica: boolean;
  /** The name of the cluster of its objects; undefined for the operator's own cluster. */
  readonly cluster: string | undefined;
  readonly #sources: Set<Source>;
  readonly #reconciler: Reconciler;
  readonly #cache: Cache;
  readonly #filter: ObjectFilter;
  readonly #ambient: AmbientController;
  readonly #tracer: Tracer | undefined;
  readonly #timeout: number | undefined;
  readonly #resync: number | undefined;
  readonly #liveClient: Pick<Client, 'find'> | undefined;
  readonly #random: () => number;
  readonly #log: Logger;
  readonly #concurrency: number;
  readonly #clock: Clock;
  readonly #metrics: ControllerMetrics;
  readonly #makeQueue: () => WorkQueue;
  readonly #loops: LoopDetector;
  readonly #outages: OutageLog;
  readonly #stuck: StuckDetector;
  readonly #blocks: BlockDetector;
  readonly #recording: Recording | undefined;
  readonly #during: <T>(what: string, run: () => Promise<T>) => Promise<T>;
  #queue: WorkQueue;
  #abort = new AbortController();
  #started = false;
  /** The caches have synced and the workers run. */
  #works = false;
  /** Resolves once the kinds of the sources have been read. */
  #synced: Promise<unknown> = Promise.resolve();
  readonly #connections = new Map<Source, () => void>();

  constructor(parts: ControllerParts) {
    const { name, kind, sources, reconciler, cache, clock, log, filter, options = {} } = parts;
    const { metrics = new ReconcileMetrics(new Metrics()) } = parts;
    const { concurrency = 1, backoff, stuckAfter = 60_000, loopLimit = 120, everyReplica = false } = options;
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new RangeError(
        `controller ${name}: concurrency must be an integer of at least 1, got ${concurrency}`,
      );
    }
    this.name = name;
    this.kind = kind;
    this.everyReplica = everyReplica;
    this.#sources = new Set(sources);
    this.#liveClient = parts.liveClient;
    this.#random = parts.random;
    this.#resync = options.resync;
    this.#reconciler = reconciler;
    this.#cache = cache;
    this.#filter = filter;
    this.cluster = parts.cluster;
    this.#ambient = { name, fieldManager: options.fieldManager };
    this.#tracer = parts.tracer;
    this.#timeout = options.timeout;
    this.#log = log.child({ controller: name, controllerGroup: kind.group, controllerKind: kind.kind });
    this.#concurrency = concurrency;
    this.#clock = clock;
    this.#metrics = metrics.controller(name, () => ({
      concurrency,
      depth: this.#queue.depths,
      running: this.#stuck.durations,
      stuck: this.#stuck.stuck,
    }));
    this.#makeQueue = () => new WorkQueue({ clock, observer: this.#metrics, ...(backoff && { backoff }) });
    this.#queue = this.#makeQueue();
    this.#outages = new OutageLog(clock);
    this.#loops = new LoopDetector(clock, loopLimit);
    this.#stuck = new StuckDetector(clock, stuckAfter, (...report) => this.#warnOfStuck(...report));
    this.#blocks = parts.blocks ?? new BlockDetector(clock, log);
    this.#recording = parts.recording;
    this.#during = parts.during ?? ((_, run) => run());
    for (const source of sources) this.#declare(source);
  }

  /** Keys of the objects that are being reconciled. */
  get running(): readonly string[] {
    return this.#stuck.running;
  }

  /** Whether the workers run and have nothing to do now. Delayed keys, which wait for a retry or a requeue, do not count. */
  get idle(): boolean {
    return this.#works && this.#queue.depth === 0 && this.#queue.running === 0;
  }

  /** Its load now, and what it has done since the process started. */
  get statistics(): ControllerStatistics {
    const { delayed, depth } = this.#queue;
    const durations = this.#stuck.durations;
    return {
      name: this.name,
      kind: this.kind.kind,
      workers: this.#concurrency,
      active: durations.length,
      longest: Math.max(0, ...durations),
      stuck: this.#stuck.stuck,
      queued: depth,
      delayed,
      ...this.#metrics.recorded,
    };
  }

  /**
   * Resolves once the caches have synced and the workers run. A stopped controller can be started again, as after a
   * reelection; it then reconciles every object again.
   */
  async start(): Promise<void> {
    if (this.#started) throw new Error(`controller ${this.name} is already running`);
    this.#started = true;
    this.#abort = new AbortController();
    const queue = (this.#queue = this.#makeQueue());
    this.#synced = Promise.all(
      [...this.#sources].map((source) => source.kind && this.#cacheOf(source).waitForSync([source.kind])),
    );
    for (const source of this.#sources) this.#connect(source);
    await this.#synced;
    if (queue.isShutDown) return;
    this.#log.info('starting workers', { 'worker count': this.#concurrency });
    const slice = new TimeSlice(this.#clock);
    this.#works = true;
    for (let worker = 0; worker < this.#concurrency; worker += 1) void this.#work(queue, slice);
  }

  /** Starts no more reconciles; resolves once the running ones have ended. */
  async stop(): Promise<void> {
    for (const disconnect of this.#connections.values()) disconnect();
    this.#connections.clear();
    await this.#queue.shutDown();
    this.#stuck.stop();
    this.#started = false;
    this.#works = false;
  }

  /**
   * Adds a watch at run time, for kinds that are not known before: reconciles the objects that the map function
   * returns when an object of this kind changes. Call the returned function to stop watching. The kind stays cached
   * until `cache.forget(kind)`.
   */
  watch<T extends KubernetesObject>(
    kind: Kind<T>,
    map: MapFunction<T>,
    options: SourceOptions<T> = {},
  ): () => void {
    const predicate = predicateFor(options, anyChange, this.#log);
    const source = mappedSource(kind, map, predicate, priorityFor(options, this.#log), this.#log);
    this.#sources.add(source);
    this.#declare(source);
    if (this.#started) this.#connect(source);
    return () => this.#remove(source);
  }

  /** Ends all watches of a cache that is about to stop: that of another cluster. */
  unwatch(cache: Cache): void {
    for (const source of this.#sources) if (source.cache === cache) this.#remove(source);
  }

  /** Cancels the running reconciles. */
  abort(): void {
    this.#abort.abort(new Error(`controller ${this.name} is stopping`));
  }

  #remove(source: Source): void {
    this.#sources.delete(source);
    this.#connections.get(source)?.();
    this.#connections.delete(source);
  }

  #declare(source: Source): void {
    if (source.kind !== undefined) this.#cacheOf(source).declare(source.kind);
  }

  #connect(source: Source): void {
    const queue = this.#queue;
    // Map functions tend to copy the namespace of the changed object, even for cluster-scoped kinds.
    const enqueue: Enqueue = (key, cause, priority, states) => {
      const queued = this.#recording === undefined || states === undefined ? cause : { ...cause, states };
      queue.add(storeKeyIn(this.kind, objectKey(key)), queued, priority);
    };
    this.#connections.set(source, source.connect(this.#cacheOf(source), enqueue, this.#synced));
  }

  #cacheOf({ cache = this.#cache }: Source): Cache {
    return cache;
  }

  /** Reconciles without I/O would run as microtasks until the queue is empty: time slices let the event loop run. */
  async #work(queue: WorkQueue, slice: TimeSlice): Promise<void> {
    for (let work = await queue.take(); work !== undefined; work = await queue.take()) {
      // A worker that was delayed may no longer be the leader. The next leader reconciles every object.
      if (ambientLease()?.isExpired === true || this.#isSkipped(work)) queue.done(work.key);
      else await this.#reconcile(work);
      if (slice.isUsedUp) await slice.yield();
    }
  }

  /** Checked before each reconcile, because events of other watched kinds enqueue the object too. */
  #isSkipped({ key }: Work): boolean {
    const object = this.#cache.find(this.kind, objectKey(key));
    const reason = object && this.#filter.reasonToSkip(object);
    if (reason === undefined) return false;
    this.#queue.forget(key);
    this.#log.debug('skipped', { object: key, reason });
    return true;
  }

  /** One reconcile. Its key is marked done when it ends, whatever the outcome, and never earlier. */
  async #reconcile(work: Work): Promise<void> {
    const { key, priority } = work;
    const request: Request = {
      ...objectKey(key),
      ...(this.cluster !== undefined && { cluster: this.cluster }),
    };
    const id = randomUUID();
    const log = this.#log.child({
      [this.kind.kind]: request,
      ...request,
      reconcileID: id,
    });
    const recorder = this.#recorderOf(work, id);
    const causes = recorder?.causes ?? work.causes;
    let end: RunOutcome = { result: 'canceled' };
    const started = this.#clock.monotonic();
    let outcome: Outcome = 'error';
    const run: RunningReconcile = { controller: this.name, object: key };
    this.#stuck.started(key);
    this.#blocks.began(run);
    if (this.#loops.ran(key)) await this.#warnOfLoop(log, request, causes);
    try {
      const what = `reconcile of ${this.kind.kind} ${key} by controller ${this.name}`;
      const result = await this.#withTimeout((signal) =>
        this.#during(what, () =>
          this.#run(run, { recorder, waited: work.waited }, request, { log, signal, causes }),
        ),
      );
      outcome = outcomes[result.type];
      log.debug('reconciled', { causes: causes.map(describeCause), result: result.type });
      end = { result: result.type, requeueAfter: this.#requeue(key, result, priority) };
    } catch (error) {
      end = this.#handleError(error, work, log, causes);
    } finally {
      this.#metrics.reconciled(outcome, this.#clock.monotonic() - started, causes);
      this.#stuck.ended(key);
      this.#blocks.ended(run);
      this.#queue.done(key);
      if (recorder !== undefined) this.#recording?.add(recorder.ended(end));
    }
  }

  #recorderOf(work: Work, id: string): RunRecorder | undefined {
    if (this.#recording === undefined) return undefined;
    const about = {
      id,
      controller: this.name,
      kind: this.kind.kind,
      object: objectKey(work.key),
      ...(this.cluster !== undefined && { cluster: this.cluster }),
    };
    return new RunRecorder(this.#clock, work, about, this.#recording.origins);
  }

  /** Returns the delay that the reconciler asked for. */
  #requeue(key: string, result: Result, priority: Priority): number | undefined {
    const cause: Cause = { event: 'requeue' };
    if (result.type === 'requeue') {
      return this.#queue.retry(key, cause, priority);
    }
    this.#queue.forget(key);
    if (result.type === 'requeueAfter') this.#queue.addAfter(key, result.delay, cause, priority);
    // A deleted object needs no resync.
    if (this.#resync === undefined || this.#cache.find(this.kind, objectKey(key)) === undefined) {
      return result.delay;
    }
    const delay = this.#resync * (0.9 + 0.2 * this.#random());
    // The queue keeps the earlier of the two delays.
    this.#queue.addAfter(key, delay, { event: 'resync' }, 'low');
    return result.delay;
  }

  /** Runs a reconcile with a signal that aborts when the controller stops or the timeout expires. */
  #withTimeout<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const ending = this.#abort.signal;
    const timeout = this.#timeout;
    if (timeout === undefined) return run(ending);
    const reason = (): Error => {
      this.#metrics.timedOut();
      return new Error(`reconcile timed out after ${timeout / 1000} s`);
    };
    return withTimeout(this.#clock, { timeout, reason, signal: ending }, run);
  }

  async #run(
    run: RunningReconcile,
    { recorder, waited }: { recorder: RunRecorder | undefined; waited: number },
    request: Request,
    context: ReconcileContext,
  ): Promise<Result> {
    const options = (): SpanOptions => ({
      attributes: {
        'opgen.controller': this.name,
        'k8s.object.kind': this.kind.kind,
        'k8s.object.name': request.name,
        ...(request.namespace !== undefined && { 'k8s.namespace.name': request.namespace }),
        'opgen.causes': context.causes.map(describeCause),
        'opgen.queue.wait_ms': waited,
        ...(recorder && { 'opgen.changes': recorder.links.flatMap(({ cause }) => changesOf(cause)) }),
      },
      ...(recorder && { links: recorder.links.flatMap(spanLink) }),
    });
    const reconcile = async (span?: Span): Promise<Result> => {
      if (span === undefined) return call(context.log);
      recorder?.runsIn(span.spanContext());
      try {
        return await call(context.log.child({ traceId: span.spanContext().traceId }));
      } finally {
        if (recorder !== undefined) {
          span.setAttribute('opgen.calls', recorder.counts.calls);
          span.setAttribute('opgen.writes', recorder.counts.writes);
        }
      }
    };
    const call = (log: Logger): Promise<Result> => {
      const called = this.#clock.monotonic();
      try {
        return this.#reconciler.reconcile(request, { ...context, log });
      } finally {
        this.#blocks.returned(run, this.#clock.monotonic() - called);
      }
    };
    const result: Result | undefined = await withController(this.#ambient, () =>
      withSignal(context.signal, () =>
        withRecorder(recorder, () => traced(this.#tracer, `reconcile ${this.name}`, options, reconcile)),
      ),
    );
    if (result === undefined || !Object.hasOwn(outcomes, result.type)) {
      throw new TypeError(`the reconciler of ${this.name} must return done, requeue or requeueAfter(…)`);
    }
    return result;
  }

  #handleError(error: unknown, { key, priority }: Work, log: Logger, causes: readonly Cause[]): RunOutcome {
    const why = { error, causes: causes.map(describeCause) };
    this.#metrics.failed(error, { terminal: isTerminal(error) });
    const hasToEnd = this.#abort.signal.aborted || ambientLease()?.isExpired === true;
    if (hasToEnd) {
      log.info('reconcile canceled: the controller is stopping or lost leadership', why);
      return { result: 'canceled' };
    }
    if (isTerminal(error)) {
      this.#queue.forget(key);
      log.error('reconcile failed with a terminal error; not retrying until the object changes', why);
      return { result: 'error', error };
    }
    const requested = failuresIn(error).reduce<number>(
      (longest, each) => Math.max(longest, requestedDelay(each)),
      0,
    );
    const retryIn = this.#queue.retry(key, undefined, higherOf(priority, 'normal'), requested);
    if (failuresIn(error).every((failure) => failure instanceof ConflictError)) {
      log.info('conflict: the object was modified; retrying with backoff', {
        error: messageOf(error),
        retryIn,
      });
    } else {
      const fields = { ...why, failures: this.#queue.failures(key), retryIn };
      const others = this.#outages.admit(failuresIn(error)[0]);
      if (others === undefined) log.debug('reconcile failed', fields);
      else log.error('reconcile failed', { ...fields, ...others });
    }
    return { result: 'error', error, requeueAfter: retryIn };
  }

  #warnOfStuck(object: string, runningFor: number): void {
    const fields = {
      object,
      runningFor,
      hint: 'set the timeout option, and pass context.signal to everything that waits',
    };
    if (this.#stuck.stuck < this.#concurrency) {
      return this.#log.warn('reconcile appears stuck; other requests for this object are waiting', fields);
    }
    this.#log.error(
      'all workers appear stuck; this controller reconciles nothing until one of them returns',
      {
        ...fields,
        workers: this.#concurrency,
      },
    );
  }

  /** Two controllers that revert each other's changes cause this too, so the warning names the recent writers. */
  async #warnOfLoop(log: Logger, request: Request, causes: readonly Cause[]): Promise<void> {
    const writers = await this.#writersOf(request, causes);
    log.warn('reconcile loop suspected: each reconcile may be causing the next one', {
      causes: causes.map(describeCause),
      ...(writers.length > 0 && { writers }),
    });
  }

  async #writersOf(request: Request, causes: readonly Cause[]): Promise<string[]> {
    const client = this.#liveClient;
    if (client === undefined) return [];
    const kinds = [...this.#sources].flatMap(({ kind, cache }) => (cache === undefined ? (kind ?? []) : []));
    const changed = causes.flatMap(({ kind: name, object }) => {
      const kind = kinds.find((each) => each.kind === name);
      return kind === undefined || object === undefined ? [] : [{ kind, key: object }];
    });
    const asked = changed.length > 0 ? changed : [{ kind: this.kind, key: request }];
    const { signal } = this.#abort;
    const writers = await Promise.all(
      asked.map(({ kind, key: { name, namespace } }) =>
        recentWriters(client, kind, namespace === undefined ? { name } : { name, namespace }, signal),
      ),
    );
    return writers.flatMap((each) => each.slice(0, mostWriters));
  }
}
