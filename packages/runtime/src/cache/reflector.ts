import { withSignals } from '../abort.ts';
import type { WatchEvent, WatchOptions } from '../client/client.ts';
import type { LiveClient } from '../client/live-client.ts';
import {
  ApiError,
  ExpiredError,
  ForbiddenError,
  NotFoundError,
  UnauthorizedError,
} from '../client/errors.ts';
import { TooManyRequestsError } from '../client/errors.ts';
import { requestedDelay } from '../client/requested-delay.ts';
import { type Clock, pause } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { TimeSlice } from '../time-slice.ts';
import { ConnectionError } from '../transport/connection-error.ts';
import type { KindSelection } from './kind-selection.ts';
import { storeKeyOf } from './store-key.ts';

/** Receives what a reflector reads. */
export interface ReflectorSink<T extends KubernetesObject> {
  /** Called for each object of a list; the result is passed to `replace`. */
  take(object: T): T;
  /** Replaces all contents with a list. No event is reported until it resolves. */
  replace(items: readonly T[], resourceVersion: string): Promise<void>;
  /** One watch event after the list. */
  receive(event: WatchEvent<T>): void;
}

/**
 * - `empty`: nothing was read yet, or the resource version has expired.
 * - `streaming`: receives the initial list as the beginning of a watch.
 * - `listing`: reads paginated lists, because the server does not support streaming lists.
 * - `watching`: the list is complete; receives changes.
 */
export type ReflectorState = 'empty' | 'streaming' | 'listing' | 'watching' | 'stopped';

/** Why a list or watch makes no progress. */
export interface WatchProblem {
  /** `Forbidden`, `NotFound`, `Expired`, … or `Disconnected`. */
  readonly reason: string;
  readonly message: string;
  /** Wall-clock milliseconds. */
  readonly since: number;
}

export interface ReflectorOptions<T extends KubernetesObject> extends Pick<
  KindSelection,
  'labelSelector' | 'fieldSelector'
> {
  kind: Kind<T>;
  namespace?: string;
  client: Pick<LiveClient, 'list' | 'watch'>;
  sink: ReflectorSink<T>;
  clock: Clock;
  /** From 0 up to 1, as `Math.random`. */
  random: () => number;
  log: Logger;
}

const pageSize = 500;
const shortestWatch = 240;
const longestWatch = 290;
/** The server ends a watch after its `timeoutSeconds`. One that lasts this much longer is a dead connection. */
const idleMargin = 5_000;
/** A server that sends nothing for this long does not support streaming lists. */
const streamingTimeout = 10_000;
const firstBackoff = 800;
const longestBackoff = 30_000;
/** Retry interval while the kind does not exist. */
const missingKindRetry = 2_000;
/** A version that expires this long after the last one did is part of normal operation. */
const expiryInterval = 120_000;
/** A watch that ends sooner than this without an event is a failure; one that lasts so long has recovered. */
const shortWatch = 1_000;

/**
 * Keeps a sink in sync with one kind: lists, watches, and relists when the resource version has expired. It retries
 * every error; only `stop` ends it.
 */
export class Reflector<T extends KubernetesObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #stopping = new AbortController();
  #state: ReflectorState = 'empty';
  #resourceVersion = '';
  #streamingRefused = false;
  /** Consecutive failures. */
  #failures = 0;
  #expiries = 0;
  #expiredAt = -Infinity;
  #problem: WatchProblem | undefined;
  #lastEventAt: number | undefined;
  #lists = 0;
  #running: Promise<void> | undefined;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
  }

  get state(): ReflectorState {
    return this.#state;
  }

  /** The namespace that it watches; all namespaces when undefined. */
  get namespace(): string | undefined {
    return this.#options.namespace;
  }

  /** The resource version up to which the sink is complete; empty before the first list. */
  get resourceVersion(): string {
    return this.#resourceVersion;
  }

  /** Number of lists, including the first. */
  get lists(): number {
    return this.#lists;
  }

  /** Milliseconds since the last event or bookmark; undefined before the first response. */
  get idleTime(): number | undefined {
    return this.#lastEventAt === undefined ? undefined : this.#options.clock.monotonic() - this.#lastEventAt;
  }

  /** Set from the first failure on, until the server answers again. */
  get problem(): WatchProblem | undefined {
    return this.#problem;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when no request and no timer is left. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    this.#state = 'stopped';
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#step();
      } catch (error) {
        if (!signal.aborted) await this.#fail(error);
      }
    }
  }

  async #step(): Promise<void> {
    switch (this.#state) {
      case 'empty':
        this.#state = this.#streamingRefused ? 'listing' : 'streaming';
        return;
      case 'streaming':
        return this.#follow(new Map());
      case 'listing':
        return this.#list();
      case 'watching':
        return this.#follow(undefined);
      case 'stopped':
    }
  }

  async #list(): Promise<void> {
    const { client, kind } = this.#options;
    const { signal } = this.#stopping;
    const selection = this.#selection();
    const { items, resourceVersion } = await client.list(kind, { limit: pageSize, signal, ...selection });
    for (const [index, item] of items.entries()) items[index] = this.#options.sink.take(item);
    await this.#replace(items, resourceVersion);
  }

  /**
   * Reads one watch to its end. `initial` collects the existing objects until the server marks the end of the initial
   * events.
   */
  #follow(initial: Map<string, T> | undefined): Promise<void> {
    return withSignals([this.#stopping.signal], (request) => this.#followUntil(request, initial));
  }

  async #followUntil(request: AbortController, initial: Map<string, T> | undefined): Promise<void> {
    const { client, kind, clock, sink, random } = this.#options;
    const started = clock.monotonic();
    const timeoutSeconds = shortestWatch + Math.floor(random() * (longestWatch - shortestWatch + 1));
    const cancelLimit = clock.schedule(timeoutSeconds * 1000 + idleMargin, () => request.abort());
    const slice = new TimeSlice(clock);
    let events = 0;
    let accepted = false;
    let cancelRecovery: (() => void) | undefined;
    const onAccepted = (): void => {
      accepted = true;
      this.#lastEventAt = clock.monotonic();
      // A quiet kind delivers no event that proves the watch works, so it has to stay open for a while.
      if (initial === undefined) cancelRecovery = clock.schedule(shortWatch, () => this.#recovered());
    };
    const cancelStallDetection = initial && this.#detectStall(() => events, request);
    try {
      const { signal } = request;
      const options = { ...this.#watchOptions(timeoutSeconds, signal), onAccepted };
      for await (const event of client.watch(kind, options)) {
        events += 1;
        this.#lastEventAt = clock.monotonic();
        if (initial === undefined) {
          if (event.type !== 'BOOKMARK') sink.receive(event);
          this.#resourceVersion = event.object.metadata.resourceVersion;
          if (this.#problem !== undefined || events === 1) this.#recovered();
        } else if (collect(initial, event, sink)) {
          cancelStallDetection?.();
          await this.#replace([...initial.values()], event.object.metadata.resourceVersion);
          initial = undefined;
        }
        if (slice.isUsedUp) await slice.yield();
      }
    } catch (error) {
      if (initial !== undefined && this.#refusesStreaming(error, request.signal)) return;
      // Proxies and load balancers cut idle connections. For an accepted watch, that is a normal end.
      const isCut = accepted && initial === undefined && error instanceof ConnectionError;
      if (!request.signal.aborted && !isCut) throw error;
    } finally {
      cancelLimit();
      cancelRecovery?.();
      cancelStallDetection?.();
    }
    if (initial !== undefined && !this.#stopping.signal.aborted) {
      // The stream stalled or ended: fall back to a list this time. Only a rejection disables streaming for good.
      this.#state = 'listing';
      return;
    }
    const lasted = clock.monotonic() - started;
    if (events === 0 && lasted < shortWatch) throw new Error('the server closed the watch immediately');
    this.#recovered();
    // Events arrived, so this is progress, but a server that keeps ending watches this early must not be hammered.
    if (lasted < shortWatch) await pause(clock, shortWatch - lasted, this.#stopping.signal);
  }

  #watchOptions(timeoutSeconds: number, signal: AbortSignal): WatchOptions {
    return {
      timeoutSeconds,
      signal,
      allowWatchBookmarks: true,
      withoutManagedFields: true,
      ...this.#selection(),
      ...(this.#state === 'streaming'
        ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
        : { resourceVersion: this.#resourceVersion }),
    };
  }

  #selection(): Pick<WatchOptions, 'namespace' | 'labelSelector' | 'fieldSelector'> {
    const { namespace, labelSelector, fieldSelector } = this.#options;
    return {
      ...(namespace !== undefined && { namespace }),
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
    };
  }

  /** Aborts the request when no event arrives for a while. */
  #detectStall(count: () => number, request: AbortController): () => void {
    const { clock } = this.#options;
    let before = count();
    const check = (): void => {
      if (count() === before) return request.abort();
      before = count();
      cancel = clock.schedule(streamingTimeout, check);
    };
    let cancel = clock.schedule(streamingTimeout, check);
    return () => cancel();
  }

  /** Whether the server rejected streaming lists as such, and not the user, the kind or the request rate. */
  #refusesStreaming(error: unknown, signal: AbortSignal): boolean {
    if (signal.aborted || !(error instanceof ApiError) || error.code >= 500) return false;
    const others = [UnauthorizedError, ForbiddenError, NotFoundError, ExpiredError, TooManyRequestsError];
    if (others.some((other) => error instanceof other)) return false;
    this.#fallBackToListing();
    return true;
  }

  #fallBackToListing(): void {
    this.#streamingRefused = true;
    this.#state = 'listing';
    this.#options.log.debug(
      'the API server does not support streaming lists; falling back to paginated lists',
    );
  }

  async #replace(items: readonly T[], resourceVersion: string): Promise<void> {
    await this.#options.sink.replace(items, resourceVersion);
    this.#lists += 1;
    this.#resourceVersion = resourceVersion;
    this.#state = 'watching';
    this.#recovered();
  }

  #recovered(): void {
    const { clock, log } = this.#options;
    this.#lastEventAt = clock.monotonic();
    this.#failures = 0;
    if (this.#problem !== undefined) log.info('watch recovered', { after: this.#problem.reason });
    this.#problem = undefined;
  }

  async #fail(error: unknown): Promise<void> {
    const { clock, random } = this.#options;
    const expired = error instanceof ExpiredError;
    const absent = error instanceof NotFoundError;
    if (expired || absent || this.#state !== 'watching') this.#state = 'empty';
    // An expired resource version is part of normal operation unless it happens repeatedly.
    const attempts = expired ? this.#countExpiry() : (this.#failures += 1);
    if (expired && attempts === 1) return;

    this.#report(error);
    // A missing kind needs no growing backoff: its CRD may be installed at any moment.
    const growing = Math.min(firstBackoff * 2 ** (attempts - 1), longestBackoff);
    const backoff = (absent ? missingKindRetry : growing) * (1 + random());
    await pause(clock, Math.max(backoff, requestedDelay(error)), this.#stopping.signal);
  }

  /** Each expiry costs a relist, so a successful relist in between does not reset the count. */
  #countExpiry(): number {
    const now = this.#options.clock.monotonic();
    if (now - this.#expiredAt >= expiryInterval) this.#expiries = 0;
    this.#expiredAt = now;
    return (this.#expiries += 1);
  }

  /** Logs a problem only when its reason changes, so that an outage is a few lines and not thousands. */
  #report(error: unknown): void {
    const { clock, kind, log } = this.#options;
    const reason = reasonOf(error);
    const message = describe(error, kind);
    if (this.#problem?.reason === reason) {
      this.#problem = { ...this.#problem, message };
      return log.debug('watch is still failing; retrying with backoff', { reason, error: message });
    }
    this.#problem = { reason, message, since: clock.now() };
    const fields = { reason, error: message };
    if (error instanceof ForbiddenError) log.error('watch forbidden; retrying with backoff', fields);
    else if (error instanceof NotFoundError)
      log.warn('no such kind; waiting for its CRD to be installed', fields);
    else log.warn('watch failed; retrying with backoff', fields);
  }
}

/** Collects an initial event; returns true for the bookmark that ends the initial events. */
function collect<T extends KubernetesObject>(
  initial: Map<string, T>,
  { type, object }: WatchEvent<T>,
  sink: ReflectorSink<T>,
): boolean {
  if (type === 'BOOKMARK') return object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true';
  if (type === 'DELETED') initial.delete(storeKeyOf(object));
  else initial.set(storeKeyOf(object), sink.take(object));
  return false;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Disconnected';
  if (error instanceof NotFoundError) return 'NotFound';
  return error.reason === '' ? `HTTP ${error.code}` : error.reason;
}

function describe(error: unknown, { kind, apiVersion }: Kind): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof NotFoundError)
    return `the server has no ${kind} in ${apiVersion}: is its CRD installed?`;
  // The server names only the missing verb. A watched kind needs all three, so the hint names them together.
  return error instanceof ForbiddenError
    ? error.message.replace(/verbs=(list|watch)$/, 'verbs=get;list;watch')
    : error.message;
}
