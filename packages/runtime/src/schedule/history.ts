import type { KubernetesObject } from '../objects/object.ts';

/** How long a history may become, in objects and in time. */
export interface HistoryLimits {
  /** How many of the newest stay. Default: all. */
  keep?: number;
  /** Milliseconds after which even those go. Default: never. */
  maxAge?: number;
}

/**
 * Which of the objects are to be deleted so that a history stays short, the oldest first. Pure.
 *
 * Call it for each sort of ended run, such as the successful and the failed, with limits of its own; never with runs
 * that still go on.
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

/** Creation times are whole seconds; of two in one second the name decides, so that the answer is always the same. */
function byName(a: KubernetesObject, b: KubernetesObject): number {
  return a.metadata.name < b.metadata.name ? -1 : 1;
}
