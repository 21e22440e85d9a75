import type { Logger } from '../logging/logger.ts';

/** Logs each problem once until it is resolved. */
export class ProblemLog {
  readonly #log: Logger;
  readonly #unresolved = new Map<string, string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  report(about: string, problem: string): void {
    if (this.#unresolved.get(about) === problem) return;
    this.#unresolved.set(about, problem);
    this.#log.warn('failed to maintain certificates; retrying', { object: about, problem });
  }

  resolve(about: string): void {
    if (this.#unresolved.delete(about)) this.#log.info('certificate problem resolved', { object: about });
  }
}
