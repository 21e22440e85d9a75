import type { LogFields, Logger } from '../../src/logging/logger.ts';

export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  fields: LogFields;
}

/** Records every line for a test to inspect. */
export class RecordingLogger implements Logger {
  readonly lines: LogLine[];
  readonly #fields: LogFields;

  constructor(lines: LogLine[] = [], fields: LogFields = {}) {
    this.lines = lines;
    this.#fields = fields;
  }

  /** The lines above `debug`, as text. */
  get text(): string[] {
    return this.lines
      .filter(({ level }) => level !== 'debug')
      .map(({ level, message }) => `${level} ${message}`);
  }

  debug = (message: string, fields?: LogFields): void => this.#add('debug', message, fields);
  info = (message: string, fields?: LogFields): void => this.#add('info', message, fields);
  warn = (message: string, fields?: LogFields): void => this.#add('warn', message, fields);
  error = (message: string, fields?: LogFields): void => this.#add('error', message, fields);

  child(fields: LogFields): Logger {
    return new RecordingLogger(this.lines, { ...this.#fields, ...fields });
  }

  #add(level: LogLine['level'], message: string, fields: LogFields = {}): void {
    this.lines.push({ level, message, fields: { ...this.#fields, ...fields } });
  }
}
