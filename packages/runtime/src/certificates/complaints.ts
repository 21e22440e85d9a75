import type { Logger } from '../logging/logger.ts';

/** What does not work, said once each until it works again. */
export class Complaints {
  readonly #log: Logger;
  readonly #standing = new Map<string, string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  raise(about: string, problem: string): void {
    if (this.#standing.get(about) === problem) return;
    this.#standing.set(about, problem);
    this.#log.warn('cannot look after the certificates, trying again', { object: about, problem });
  }

  settle(about: string): void {
    if (this.#standing.delete(about)) this.#log.info('can look after it again', { object: about });
  }
}
