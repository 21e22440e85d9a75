import { failuresIn } from '../failures.ts';
import type { ObjectKey } from '../objects/object.ts';

/** What to do after a successful reconcile: wait for the next event, or requeue. */
export type Result =
  | { readonly type: 'done'; readonly delay?: never | undefined }
  /** Requeue with exponential backoff, as after a failure. */
  | { readonly type: 'requeue'; readonly delay?: never | undefined }
  /** Requeue after this many milliseconds, or earlier if an event arrives. */
  | { readonly type: 'requeueAfter'; readonly delay: number };

/** The object to reconcile. It contains only the key: reconciliation is level-based. */
export interface Request extends ObjectKey {
  /** The name of the object's cluster; absent for the operator's own cluster. */
  readonly cluster?: string | undefined;
}

/** A number and its unit, without a space: `500ms`, `30s`, `1.5h`. */
export type DurationText = `${number}${'ms' | 's' | 'm' | 'h'}`;

const milliseconds: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Success: reconcile again on the next event. */
export const done: Result = Object.freeze({ type: 'done' });

/** Requeues with exponential backoff and without logging an error: for progress of unknown duration. */
export const requeue: Result = Object.freeze({ type: 'requeue' });

/**
 * Requeues after a delay, for changes that no watch reports: `requeueAfter('30s')`, or `requeueAfter(1500)` for a computed
 * number of milliseconds. Throws if the duration is invalid.
 */
export function requeueAfter(duration: DurationText | number): Result {
  return { type: 'requeueAfter', delay: millisecondsOf(duration) };
}

/** Throws if the duration is invalid or not positive. */
export function millisecondsOf(duration: DurationText | number): number {
  if (typeof duration === 'number') {
    if (Number.isFinite(duration) && duration > 0) return duration;
    throw new RangeError(`invalid duration ${duration}: expected a positive number of milliseconds`);
  }
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(duration) ?? [];
  const delay = Number(amount) * (milliseconds[unit] ?? Number.NaN);
  if (!(delay > 0))
    throw new RangeError(
      `invalid duration ${JSON.stringify(duration)}: expected a value such as 500ms, 30s, 5m or 1h`,
    );
  return delay;
}

/**
 * Throw it for errors that a retry cannot fix. It is logged, and the object is not retried until its next event. The
 * same holds for an `AggregateError` that contains only terminal errors.
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/** Whether no retry can fix it. Several errors are terminal only if all of them are. */
export function isTerminal(error: unknown): boolean {
  return failuresIn(error).every((failure) => failure instanceof TerminalError);
}
