import type { AuditEvent } from './audit-event.ts';

/** The newest events that the log keeps in memory. */
const capacity = 10_000;

/** The requests that the server has answered, in the order of their responses. */
export class AuditLog {
  readonly #events: AuditEvent[] = [];
  readonly #write: ((line: string) => void) | undefined;

  /** `write` receives each event as a line of JSON, as in the log file of a real server. */
  constructor(write?: (line: string) => void) {
    this.#write = write;
  }

  add(event: AuditEvent): void {
    this.#events.push(event);
    // Removing many at once keeps the cost of a single event constant.
    if (this.#events.length >= 2 * capacity) this.#events.splice(0, this.#events.length - capacity);
    this.#write?.(`${JSON.stringify(event)}\n`);
  }

  get events(): readonly AuditEvent[] {
    return this.#events.slice(-capacity);
  }
}
