import { ForbiddenError } from '../client/errors.ts';
import type { Clock } from '../clock.ts';
import { failuresIn, messageOf, stackOf } from '../failures.ts';
import type { Work } from '../queue/work-queue.ts';
import { fieldChanges } from './field-changes.ts';
import type { Run, RunCall, RunCause, RunError, RunResult } from './run.ts';

/** More requests than a reconcile should send; bounds memory. */
const mostCalls = 100;

/** How a reconcile ended, and in how many milliseconds the object is reconciled again. */
export interface RunOutcome {
  readonly result: RunResult;
  readonly requeueAfter?: number | undefined;
  readonly error?: unknown;
}

/** Records one reconcile. */
export class RunRecorder {
  readonly causes: readonly RunCause[];
  readonly #clock: Clock;
  readonly #about: Pick<Run, 'id' | 'controller' | 'kind' | 'object' | 'cluster' | 'waited' | 'started'>;
  readonly #started: number;
  readonly #calls: RunCall[] = [];
  #omitted = 0;

  constructor(
    clock: Clock,
    { causes, waited }: Pick<Work, 'causes' | 'waited'>,
    about: Pick<Run, 'id' | 'controller' | 'kind' | 'object' | 'cluster'>,
  ) {
    this.#clock = clock;
    this.#about = { ...about, waited, started: new Date(clock.now()).toISOString() };
    this.causes = causes.map(({ states, ...cause }) => ({
      ...cause,
      ...(states?.old && { changes: fieldChanges(states.old, states.object) }),
    }));
    this.#started = clock.monotonic();
  }

  called(call: RunCall): void {
    if (this.#calls.length < mostCalls) this.#calls.push(call);
    else this.#omitted += 1;
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
