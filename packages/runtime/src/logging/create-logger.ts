import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import type { LogFields, Logger } from './logger.ts';
import { messageOf, stackOf } from '../failures.ts';
import { prettyLine } from './pretty.ts';

/** The level, format and destination of the log. */
export interface LoggerOptions {
  /** The minimum level. Default: `info`, or `warn` in tests (`NODE_ENV=test`). */
  level?: 'debug' | 'info' | 'warn' | 'error' | 'silent' | undefined;
  /** Default: `pretty` on a terminal, otherwise `json`. */
  format?: 'json' | 'pretty' | undefined;
  /** Default: standard error. */
  destination?: { write(line: string): unknown; readonly isTTY?: boolean | undefined } | undefined;
}

/** Creates the default logger: pino, with the keys of controller-runtime. */
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

/** Creates its pino logger with the first line: most child loggers, one per reconcile, never write a line. */
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

  /** If the fields cannot be serialized, writes the line without them: logging must not throw. */
  #write(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields: LogFields | undefined): void {
    try {
      this.#pino[level](plain(fields), message);
    } catch (error) {
      this.#pino[level]({ fieldsError: messageOf(error) }, message);
    }
  }

  child(fields: LogFields): Logger {
    return new LazyLogger(this.#debug, () => this.#pino.child(plain(fields)));
  }
}

/**
 * JSON shows no fields of an Error, so its message (including nested errors) and its stack become two fields. Other
 * thrown values become text, because JSON omits some, such as `undefined` and symbols.
 */
function plain(fields: LogFields = {}): Record<string, unknown> {
  if (!Object.hasOwn(fields, 'error')) return fields;
  const { error } = fields;
  const stacktrace = stackOf(error);
  return { ...fields, error: messageOf(error), ...(stacktrace !== undefined && { stacktrace }) };
}
