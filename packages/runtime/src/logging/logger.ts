/** What tells one line from another: names, counts, an `error`. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where the runtime and its users write what happens: a sentence that is the same every time, and fields
 * that tell one time from another. An `error` field takes an Error.
 */
export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}
