import { ApiError } from '../client/errors.ts';
import type { Clock } from '../clock.ts';
import { messageOf } from '../failures.ts';
import { ConnectionError } from '../transport/connection-error.ts';

const interval = 60_000;
/** Maximum number of lines per cause and interval; the rest are logged at debug level. */
const maxLines = 10;

/** Limits the log lines during an outage of the API server, when thousands of objects fail for one reason. */
export class OutageLog {
  readonly #clock: Clock;
  #until = -Infinity;
  #lines = new Map<string, number>();
  #linesBefore = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The fields to add to the log line, or undefined if the failure exceeds the limit. */
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
    if (line > maxLines) return undefined;
    if (line === maxLines)
      return { note: 'further failures for this reason are logged at debug level for a minute' };
    const suppressed = line === 1 ? (this.#linesBefore.get(cause) ?? 0) - maxLines : 0;
    return suppressed > 0 ? { suppressed } : {};
  }
}

/** The cause if the failure concerns the server and not one object; messages of an `ApiError` contain the request. */
function outageOf(failure: unknown): string | undefined {
  if (failure instanceof ConnectionError) return messageOf(failure);
  const isOverload = failure instanceof ApiError && (failure.code >= 500 || failure.code === 429);
  return isOverload ? `${failure.code} ${failure.reason}` : undefined;
}
