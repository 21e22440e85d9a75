import { ApiError } from '../client/errors.ts';
import { isOlder } from './is-older.ts';

/** What may exist without our knowing its name, as the answer to its creation was lost. */
export interface UncertainCreate {
  /** The version of a list that would show it. Once the watch has come that far, the cache shows it too. */
  visibleAt: string | undefined;
}

/** What keeps a part of the cache in step with the server. */
export interface WatchProgress {
  /** How far it has come. */
  readonly resourceVersion: string;
}

/** Of which parts the cache cannot say for now what is there. Each part comes on at its own pace. */
export class UncertainCreates {
  readonly #byPart = new WeakMap<WatchProgress, UncertainCreate>();

  /** An object without a name was to be created in one of these parts, and that has failed with this error. */
  createFailed(parts: readonly WatchProgress[], error: unknown): void {
    // The server has said no, and nothing is there. Other errors leave open what the server has done.
    if (error instanceof ApiError && error.code < 500) return;
    for (const part of parts) this.#byPart.set(part, { visibleAt: undefined });
  }

  /** The doubts about these parts that are left. */
  in(parts: readonly WatchProgress[]): UncertainCreate[] {
    return parts.flatMap((part) => {
      const create = this.#byPart.get(part);
      if (create?.visibleAt === undefined || isOlder(part.resourceVersion, create.visibleAt))
        return create ?? [];
      this.#byPart.delete(part);
      return [];
    });
  }
}
