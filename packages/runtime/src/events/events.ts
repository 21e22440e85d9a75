import { withTimeout } from '../abort.ts';
import type { Client } from '../client/client.ts';
import { AlreadyExistsError, ApiError, ForbiddenError, NotFoundError } from '../client/errors.ts';
import { mergePatch } from '../client/patch.ts';
import { type Clock, pause } from '../clock.ts';
import type { Component } from '../component.ts';
import { deferred } from '../deferred.ts';
import { Event } from '../kinds/events/v1.ts';
import type { Logger } from '../logging/logger.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { toMicroTime } from '../objects/time.ts';
import { Correlator, type Series } from './correlator.ts';
import type { EventOptions, EventRecorder } from './event-recorder.ts';
import type { Occurrence } from './occurrence.ts';

export interface EventsOptions {
  client: Pick<Client, 'create' | 'patch'>;
  clock: Clock;
  log: Logger;
  /** The reporting instance of the events: identifies this replica. */
  instance: string;
}

/** The maximum number of queued events; further ones are dropped. */
const longestQueue = 1_000;
/** How often the count of a continuing series is sent to the API server. */
const refreshAfter = 60_000;
const requestTimeout = 10_000;
const attempts = 5;
const firstBackoff = 1_000;
/** How long `stop` waits for queued events. */
const flushTimeout = 3_000;

/**
 * Sends recorded events in the background, one at a time.
 *
 * It stops after the controllers and services, so that their last events are still sent. The queue has its own loop:
 * the end of a reconcile does not cancel the events that it recorded.
 */
export class Events implements Component {
  readonly name = 'event recorder';
  readonly stage = 'caches';
  readonly #client: Pick<Client, 'create' | 'patch'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #instance: string;
  readonly #correlator: Correlator;
  readonly #queued = new Set<Series>();
  /** Series whose count has increased since it was last sent. */
  readonly #outdated = new Set<Series>();
  readonly #flush = new AbortController();
  readonly #abort = new AbortController();
  #cancelRefresh: (() => void) | undefined;
  #wake = (): void => undefined;
  #stopping = false;
  #running: Promise<void> | undefined;
  #reportedForbidden = false;

  constructor({ client, clock, log, instance }: EventsOptions) {
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
    this.#instance = instance;
    this.#correlator = new Correlator(clock);
  }

  /** Creates a recorder. `controller` is the reporting controller of its events. */
  recorder(controller: string): EventRecorder {
    if (!/^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/.test(controller)) {
      const rule = 'letters, digits, dots and dashes, at most 63';
      throw new Error(`invalid event reporter name: ${JSON.stringify(controller)} (${rule})`);
    }
    const record = (
      type: Occurrence['type'],
      object: KubernetesObject,
      reason: string,
      note: string,
      { action = 'Reconcile', related }: EventOptions = {},
    ): void =>
      this.#record({ type, object, reason, note, action, related, controller, instance: this.#instance });
    return {
      normal: (...event) => record('Normal', ...event),
      warning: (...event) => record('Warning', ...event),
    };
  }

  async start(): Promise<void> {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cancelRefresh?.();
    for (const series of this.#outdated) this.#queue(series);
    this.#flush.abort();
    this.#wake();
    const cancel = this.#clock.schedule(flushTimeout, () => this.abort());
    await this.#running;
    cancel();
  }

  abort(): void {
    this.#abort.abort(new Error('the manager is shutting down'));
  }

  #record(occurrence: Occurrence): void {
    const { kind, metadata } = occurrence.object;
    const series = this.#correlator.observe(occurrence);
    if (series === undefined) {
      return this.#log.debug('event rate limit for this object exceeded; event dropped', {
        kind,
        object: metadata.name,
        reason: occurrence.reason,
      });
    }
    // The first repetition turns the event into a series and is sent at once; later counts are sent in intervals.
    if (series.count <= 2) return this.#queue(series);
    this.#outdated.add(series);
    if (this.#stopping) return this.#queue(series);
    this.#cancelRefresh ??= this.#clock.schedule(refreshAfter, () => {
      this.#cancelRefresh = undefined;
      for (const each of this.#outdated) this.#queue(each);
    });
  }

  #queue(series: Series): void {
    if (this.#queued.size >= longestQueue) return this.#log.debug('event queue full; event dropped');
    this.#outdated.delete(series);
    this.#queued.add(series);
    this.#wake();
  }

  async #run(): Promise<void> {
    for (;;) {
      const [next] = this.#queued;
      if (next !== undefined) {
        this.#queued.delete(next);
        if (!this.#abort.signal.aborted) await this.#deliver(next);
      } else if (this.#stopping) {
        return;
      } else {
        const awake = deferred();
        this.#wake = awake.resolve;
        await awake.promise;
      }
    }
  }

  async #deliver(series: Series): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      try {
        return await this.#send(series);
      } catch (error) {
        if (this.#abort.signal.aborted || !isRetryable(error)) return this.#drop(series, error);
        await pause(this.#clock, firstBackoff * 2 ** (attempt - 1), this.#flush.signal);
      }
    }
    this.#drop(series, new Error(`gave up after ${attempts} attempts`));
  }

  async #send(series: Series): Promise<void> {
    const { count, lastSeen, sentCount, event } = series;
    if (count === sentCount) return;
    const limits = {
      timeout: requestTimeout,
      reason: () => new Error('recording the event timed out'),
      signal: this.#abort.signal,
    };
    const progress = { series: { count, lastObservedTime: toMicroTime(new Date(lastSeen)) } };
    await withTimeout(this.#clock, limits, async (signal) => {
      const patch = (): Promise<Event> =>
        this.#client.patch(Event, keyOf(event), mergePatch(progress), { signal });
      const create = (): Promise<Event> =>
        this.#client.create(Event, count > 1 ? { ...event, ...progress } : event, { signal });
      // AlreadyExists: the response to the first create was lost. NotFound: the event has expired, after an hour.
      if (sentCount === 0) await create().catch(recoverFrom(AlreadyExistsError, patch));
      else await patch().catch(recoverFrom(NotFoundError, create));
    });
    series.sentCount = count;
  }

  #drop(series: Series, error: unknown): void {
    const { reason, regarding } = series.event;
    if (error instanceof ForbiddenError && error.marker !== undefined && !this.#reportedForbidden) {
      this.#reportedForbidden = true;
      this.#log.warn(
        'recording events is forbidden: add the marker // +rbac:groups=events.k8s.io,resources=events,verbs=create;patch',
      );
    }
    this.#log.debug('failed to record event', {
      error,
      reason,
      kind: regarding?.kind,
      object: regarding?.name,
    });
  }
}

function keyOf({ metadata: { name = '', namespace = '' } }: Series['event']): {
  name: string;
  namespace: string;
} {
  return { name, namespace };
}

function recoverFrom<T>(expected: typeof ApiError, action: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof expected) return action();
    throw error;
  };
}

/** Rejections other than 429 and 5xx are final, for example in a namespace that is being deleted. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 429 || error.code >= 500;
}
