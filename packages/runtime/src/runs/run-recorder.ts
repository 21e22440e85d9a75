import { ForbiddenError } from '../client/errors.ts';
import type { Clock } from '../clock.ts';
import { failuresIn, messageOf, stackOf } from '../failures.ts';
import type { QueuedCause } from '../queue/cause.ts';
import type { Work } from '../queue/work-queue.ts';
import type { SpanContext } from './span-context.ts';
import { fieldChanges } from './field-changes.ts';
import { isWrite, type Run, type RunCall, type RunCause, type RunError, type RunResult } from './run.ts';
import type { RunOrigin, RunOrigins } from './run-origins.ts';

/** More requests than a reconcile should send; bounds memory. */
const mostCalls = 100;

/** How a reconcile ended, and in how many milliseconds the object is reconciled again. */
export interface RunOutcome {
  readonly result: RunResult;
  readonly requeueAfter?: number | undefined;
  readonly error?: unknown;
}

/** A cause, and the run that it comes from, if that is known. */
export interface LinkedCause {
  readonly cause: RunCause;
  readonly origin?: RunOrigin | undefined;
}

/** Records one reconcile. */
export class RunRecorder {
  readonly links: readonly LinkedCause[];
  readonly causes: readonly RunCause[];
  readonly #clock: Clock;
  readonly #about: Pick<Run, 'id' | 'controller' | 'kind' | 'object' | 'cluster' | 'waited' | 'started'>;
  readonly #origins: RunOrigins;
  readonly #origin: { id: string; span?: SpanContext };
  readonly #started: number;
  readonly #calls: RunCall[] = [];
  #omitted = 0;
  #writes = 0;

  constructor(
    clock: Clock,
    { causes, key, waited }: Pick<Work, 'causes' | 'key' | 'waited'>,
    about: Pick<Run, 'id' | 'controller' | 'kind' | 'object' | 'cluster'>,
    origins: RunOrigins,
  ) {
    this.#clock = clock;
    this.#about = { ...about, waited, started: new Date(clock.now()).toISOString() };
    this.#origins = origins;
    this.#origin = { id: about.id };
    const previous = origins.started(about.controller, key, this.#origin);
    this.links = causes.map((cause) => linked(cause, previous, origins));
    this.causes = this.links.map(({ cause }) => cause);
    this.#started = clock.monotonic();
  }

  /** The number of requests so far, and how many of them changed something. */
  get counts(): { readonly calls: number; readonly writes: number } {
    return { calls: this.#calls.length + this.#omitted, writes: this.#writes };
  }

  /** The span of the reconcile, for links from the runs that it causes. */
  runsIn(span: SpanContext): void {
    this.#origin.span = span;
  }

  called(call: RunCall): void {
    if (isWrite(call)) this.#writes += 1;
    if (this.#calls.length < mostCalls) this.#calls.push(call);
    else this.#omitted += 1;
  }

  /** A request has changed the object to this state. */
  wrote(object: object): void {
    this.#origins.wrote(object, this.#origin);
  }

  /** The run. Requests that end later, because the reconciler did not wait for them, are not part of it. */
  ended({ result, requeueAfter, error }: RunOutcome): Run {
    return {
      ...this.#about,
      causes: this.causes,
      duration: this.#clock.monotonic() - this.#started,
      result,
      ...(requeueAfter !== undefined && { requeueAfter }),
      ...(error !== undefined && { error: describe(error) }),
      calls: [...this.#calls],
      ...(this.#omitted > 0 && { omittedCalls: this.#omitted }),
    };
  }
}

function linked(
  { states, ...cause }: QueuedCause,
  previous: RunOrigin | undefined,
  origins: RunOrigins,
): LinkedCause {
  const isRepeated = cause.event === 'retry' || cause.event === 'requeue' || cause.event === 'resync';
  const origin = isRepeated ? previous : states && origins.writerOf(states.object);
  return {
    cause: {
      ...cause,
      ...(states?.old && { changes: fieldChanges(states.old, states.object) }),
      ...(origin && { run: origin.id }),
    },
    origin,
  };
}

function describe(error: unknown): RunError {
  const stack = stackOf(error);
  const missing = failuresIn(error).flatMap((each) =>
    each instanceof ForbiddenError ? (each.marker ?? []) : [],
  );
  return {
    message: messageOf(error),
    ...(stack !== undefined && { stack }),
    ...(missing.length > 0 && { missingMarkers: [...new Set(missing)] }),
  };
}
