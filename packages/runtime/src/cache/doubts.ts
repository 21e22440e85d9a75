import { ApiError } from '../client/errors.ts';
import { isOlder } from './is-older.ts';

/** What may exist without our knowing its name, as the answer to its creation was lost. */
export interface Doubt {
  /** The version of a list that would show it. Once the watch has come that far, the cache shows it too. */
  shownAt: string | undefined;
}

/** What keeps a part of the cache in step with the server. */
export interface Watched {
  /** How far it has come. */
  readonly resourceVersion: string;
}

/** Of which parts the cache cannot say for now what is there. Each part comes on at its own pace. */
export class Doubts {
  readonly #doubts = new WeakMap<Watched, Doubt>();

  /** An object without a name was to be created in one of these parts, and that has failed with this error. */
  creationFailed(parts: readonly Watched[], error: unknown): void {
    // The server has said no, and nothing is there. Other errors leave open what the server has done.
    if (error instanceof ApiError && error.code < 500) return;
    for (const part of parts) this.#doubts.set(part, { shownAt: undefined });
  }

  /** The doubts about these parts that are left. */
  about(parts: readonly Watched[]): Doubt[] {
    return parts.flatMap((part) => {
      const doubt = this.#doubts.get(part);
      if (doubt?.shownAt === undefined || isOlder(part.resourceVersion, doubt.shownAt)) return doubt ?? [];
      this.#doubts.delete(part);
      return [];
    });
  }
}
