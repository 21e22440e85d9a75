import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { LogFields, Logger } from './logger.ts';
import { messageOf } from '../failures.ts';
import { prettyLine } from './pretty.ts';

/** How much is written, in which form, and where. */
export interface LoggerOptions {
  /** The least that is written. Default: `info`, and in tests (`NODE_ENV=test`) `warn`. */
  level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Default: `pretty` on a terminal, else `json`. */
  format?: 'json' | 'pretty';
  /** Where lines go. Default: standard error. */
  destination?: { write(line: string): unknown; readonly isTTY?: boolean };
}

/** The default logger: pino, with the keys that controller-runtime writes. */
export function createLogger(options: LoggerOptions = {}): Logger {
  const { level = defaultLevel(), destination = process.stderr } = options;
  const { format = destination.isTTY ? 'pretty' : 'json' } = options;
  const colour = destination.isTTY === true && process.env['NO_COLOR'] === undefined;
  const stream: DestinationStream = {
    write: (line) => void destination.write(format === 'pretty' ? prettyLine(line, colour) : line),
  };
  return new LazyLogger(level === 'debug', () =>
    pino(
      {
        level,
        base: null,
        timestamp: () => `,"ts":"${new Date().toISOString()}"`,
        formatters: { level: (label) => ({ level: label }) },
      },
      stream,
    ),
  );
}

function defaultLevel(): 'info' | 'warn' {
  return process.env['NODE_ENV'] === 'test' ? 'warn' : 'info';
}

/** Makes its pino logger when the first line is written: most children, one a reconcile, never write any. */
class LazyLogger implements Logger {
  readonly #debug: boolean;
  readonly #make: () => PinoLogger;
  #made: PinoLogger | undefined;

  constructor(debug: boolean, make: () => PinoLogger) {
    this.#debug = debug;
    this.#make = make;
  }

  get #pino(): PinoLogger {
    return (this.#made ??= this.#make());
  }

  debug(message: string, fields?: LogFields): void {
    if (this.#debug) this.#pino.debug(plain(fields), message);
  }

  info(message: string, fields?: LogFields): void {
    this.#pino.info(plain(fields), message);
  }

  warn(message: string, fields?: LogFields): void {
    this.#pino.warn(plain(fields), message);
  }

  error(message: string, fields?: LogFields): void {
    this.#pino.error(plain(fields), message);
  }

  child(fields: LogFields): Logger {
    return new LazyLogger(this.#debug, () => this.#pino.child(plain(fields)));
  }
}

/** Errors have no fields that JSON would show: their message, with those of the errors inside, and stack become two. */
function plain(fields: LogFields = {}): Record<string, unknown> {
  const { error } = fields;
  if (!(error instanceof Error)) return fields;
  return { ...fields, error: messageOf(error), stacktrace: error.stack };
}
