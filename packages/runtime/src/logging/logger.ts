/** What tells one line from another: names, counts, an `error`. */
export type LogFields = Readonly<Record<string, unknown>>;

/**
 * Where the runtime and its users write what happens: a sentence that is the same every time, and fields
 * that tell one time from another. An `error` field takes an Error.
 */
export interface Logger {
  /** What helps to follow one object. */
  debug(message: string, fields?: LogFields): void;
  /** What happens in the normal course of things. */
  info(message: string, fields?: LogFields): void;
  /** What somebody may have to look at. */
  warn(message: string, fields?: LogFields): void;
  /** What failed. */
  error(message: string, fields?: LogFields): void;
  /** A logger that adds these fields to every line. */
  child(fields: LogFields): Logger;
}
