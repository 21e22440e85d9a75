import { ApiError } from '../client/errors.ts';
import { isOlder } from './is-older.ts';

/** What may exist without our knowing its name, as the answer to its creation was lost. */
export interface Doubt {
  /** The version of a list that would show it. Once the watch has come that far, the cache shows it too. */
  shownAt: string | undefined;
}

/** Kinds of which the cache cannot say for now what is there, each by whatever holds it. */
export class Doubts {
  readonly #doubts = new WeakMap<object, Doubt>();

  /** An object without a name was to be created, and that has failed with this error. */
  creationFailed(holder: object, error: unknown): void {
    // The server has said no, and nothing is there. Other errors leave open what the server has done.
    if (error instanceof ApiError && error.code < 500) return;
    this.#doubts.set(holder, { shownAt: undefined });
  }

  /** The doubt about a kind whose watch has come to this version, if there is one. */
  about(holder: object, watchedTo: string): Doubt | undefined {
    const doubt = this.#doubts.get(holder);
    if (doubt?.shownAt === undefined || isOlder(watchedTo, doubt.shownAt)) return doubt;
    this.#doubts.delete(holder);
    return undefined;
  }
}
