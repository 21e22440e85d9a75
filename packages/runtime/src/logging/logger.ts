/** The structured fields of a line: names, counts, an `error`. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * The log of the runtime and of its users. Keep messages constant and put everything that varies into fields. An
 * `error` field takes an Error.
 */
export interface Logger {
  /** Details for debugging. */
  debug(message: string, fields?: LogFields): void;
  /** Normal operation. */
  info(message: string, fields?: LogFields): void;
  /** May require attention. */
  warn(message: string, fields?: LogFields): void;
  /** A failure. */
  error(message: string, fields?: LogFields): void;
  /** Returns a logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}
