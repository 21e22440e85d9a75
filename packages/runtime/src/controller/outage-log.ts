import { ApiError } from '../client/errors.ts';
import type { Clock } from '../clock.ts';
import { messageOf } from '../failures.ts';
import { ConnectionError } from '../transport/connection-error.ts';

const interval = 60_000;
/** Lines of one cause in an interval; the rest are for `debug`. */
const mostLines = 10;

/** Keeps an outage of the API server to a few lines: each of thousands of objects fails, all for one reason. */
export class OutageLog {
  readonly #clock: Clock;
  #until = -Infinity;
  #lines = new Map<string, number>();
  #linesBefore = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Undefined if the failure is one of too many; else what a line about it should say of others. */
  admit(failure: unknown): { suppressed?: number; note?: string } | undefined {
    const cause = outageOf(failure);
    if (cause === undefined) return {};
    const now = this.#clock.monotonic();
    if (now >= this.#until) {
      this.#until = now + interval;
      this.#linesBefore = this.#lines;
      this.#lines = new Map();
    }
    const line = (this.#lines.get(cause) ?? 0) + 1;
    this.#lines.set(cause, line);
    if (line > mostLines) return undefined;
    if (line === mostLines)
      return { note: 'further failures for this reason are logged at debug level for a minute' };
    const suppressed = line === 1 ? (this.#linesBefore.get(cause) ?? 0) - mostLines : 0;
    return suppressed > 0 ? { suppressed } : {};
  }
}

/** Whether it says more of the server than of the object: of those, the message names the request. */
function outageOf(failure: unknown): string | undefined {
  if (failure instanceof ConnectionError) return messageOf(failure);
  const isOverload = failure instanceof ApiError && (failure.code >= 500 || failure.code === 429);
  return isOverload ? `${failure.code} ${failure.reason}` : undefined;
}
