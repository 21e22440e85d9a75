import { ApiError } from '../client/errors.ts';
import { isOlder } from './is-older.ts';

/** A create with generateName whose response was lost: the object may exist under an unknown name. */
export interface UncertainCreate {
  /**
   * The resource version of a list that includes it. Once the watch reaches it, the cache includes the object too.
   */
  visibleAt: string | undefined;
}

/** The progress of one watch. */
export interface WatchProgress {
  /** The resource version that it has reached. */
  readonly resourceVersion: string;
}

/** Creates with unknown outcome, by watch. Until they are resolved, lists have to go to the API server. */
export class UncertainCreates {
  readonly #byPart = new WeakMap<WatchProgress, UncertainCreate>();

  /** A create with generateName in one of these watches failed with this error. */
  createFailed(parts: readonly WatchProgress[], error: unknown): void {
    // The server rejected the create, so nothing exists. With other errors the outcome is unknown.
    if (error instanceof ApiError && error.code < 500) return;
    for (const part of parts) this.#byPart.set(part, { visibleAt: undefined });
  }

  /** The unresolved creates of these watches. */
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
