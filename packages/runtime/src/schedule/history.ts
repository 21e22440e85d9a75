import type { KubernetesObject } from '../objects/object.ts';

/** The limits of a history, by number and by age. */
export interface HistoryLimits {
  /** How many of the newest runs to keep. Default: all. */
  keep?: number | undefined;
  /** Milliseconds after which a run is deleted even if it is within `keep`. Default: never. */
  maxAge?: number | undefined;
}

/**
 * Returns the finished runs to delete, oldest first. Pure.
 *
 * Call it separately for successful and failed runs, each with their own limits. Never pass active runs.
 */
export function runsToPrune<T extends KubernetesObject>(
  ended: readonly T[],
  { keep = Number.POSITIVE_INFINITY, maxAge = Number.POSITIVE_INFINITY }: HistoryLimits,
  now: Date,
): T[] {
  const newestFirst = ended.toSorted((a, b) => createdAt(b) - createdAt(a) || byName(b, a));
  return newestFirst
    .filter((object, index) => index >= keep || now.getTime() - createdAt(object) > maxAge)
    .toReversed();
}

function createdAt({ metadata }: KubernetesObject): number {
  return Date.parse(metadata.creationTimestamp);
}

/** Creation timestamps have a resolution of one second; the name breaks ties, so that the result is deterministic. */
function byName(a: KubernetesObject, b: KubernetesObject): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
