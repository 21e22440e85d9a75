import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { LogFields, Logger } from './logger.ts';
import { messageOf, stackOf } from '../failures.ts';
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
    if (this.#debug) this.#write('debug', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.#write('info', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.#write('warn', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.#write('error', message, fields);
  }

  /** A line whose fields cannot be written is written without them: logging must not be what fails. */
  #write(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: LogFields | undefined): void {
    try {
      this.#pino[level](plain(fields), message);
    } catch (error) {
      this.#pino[level]({ unwritable: messageOf(error) }, message);
    }
  }

  child(fields: LogFields): Logger {
    return new LazyLogger(this.#debug, () => this.#pino.child(plain(fields)));
  }
}

/**
 * Errors have no fields that JSON would show: their message, with those of the errors inside, and stack become two. What
 * JSON leaves out, such as `undefined` and symbols, becomes text: anything can be thrown.
 */
function plain(fields: LogFields = {}): Record<string, unknown> {
  if (!Object.hasOwn(fields, 'error')) return fields;
  const { error } = fields;
  const stacktrace = stackOf(error);
  return { ...fields, error: messageOf(error), ...(stacktrace !== undefined && { stacktrace }) };
}
