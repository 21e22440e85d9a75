import { failuresIn } from '../failures.ts';
import type { ObjectKey } from '../objects/object.ts';

/** What to do after a reconcile that did not throw: nothing until something changes, or look again later. */
export type Result =
  | { readonly type: 'done'; readonly delay?: never }
  /** Soon, and later each time that it ends so in a row, as after a failure. */
  | { readonly type: 'requeue'; readonly delay?: never }
  /** At the latest after so many milliseconds; a change brings it forward. */
  | { readonly type: 'requeueAfter'; readonly delay: number };

/** The object to reconcile. Nothing else: what to do follows from its current state. */
export interface Request extends ObjectKey {
  /** The cluster that it is in, by the name that the manager knows it by; absent in the operator's own. */
  readonly cluster?: string;
}

/** A number and its unit, without a space: `500ms`, `30s`, `1.5h`. */
export type DurationText = `${number}${'ms' | 's' | 'm' | 'h'}`;

const milliseconds: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** All is as it should be; the next change calls again. */
export const done: Result = Object.freeze({ type: 'done' });

/**
 * Calls again soon, with the growing delays of failures and without an error in the log: for what is on its way,
 * and nobody knows how long it takes.
 */
export const requeue: Result = Object.freeze({ type: 'requeue' });

/** Calls again after a while, for what no watch reports: `requeueAfter('30s')`. */
export function requeueAfter(duration: DurationText): Result {
  return { type: 'requeueAfter', delay: millisecondsOf(duration) };
}

/** Throws when it is not a duration, or not longer than nothing. */
export function millisecondsOf(duration: DurationText): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(duration) ?? [];
  const delay = Number(amount) * (milliseconds[unit] ?? Number.NaN);
  if (!(delay > 0)) throw new RangeError(`not a duration such as 500ms, 30s, 5m or 1h: ${duration}`);
  return delay;
}

/**
 * Thrown by a reconciler for what no retry can mend. It is logged, and tried again only after a change.
 * So is an `AggregateError` of nothing else.
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
}

/** Whether no retry can mend it. Of several failures, one that a retry may mend is reason enough for it. */
export function isTerminal(error: unknown): boolean {
  return failuresIn(error).every((failure) => failure instanceof TerminalError);
}
