import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { AnyChild } from './child.ts';
import { isUpToDate } from './composite-metadata.ts';
import type { Owned } from './owned.ts';

/** A desired child beside the object that has its name, if one does. */
export interface Match {
  readonly owned: Owned;
  readonly key: ObjectKey;
  /** As it is applied. */
  readonly child: AnyChild;
  readonly existing: KubernetesObject | undefined;
}

/**
 * Whose turn it is among the children of a kind that are changed one after the other: nobody's while one that is
 * up to date is not well, or not there; else that of the first that is not well itself, else of the first.
 */
export function nextToUpdate(matches: readonly Match[]): Match | undefined {
  const outdated = matches.filter(isOutdated);
  const areReady = matches.every((match) => isOutdated(match) || isReady(match));
  return areReady ? (outdated.find((match) => !isReady(match)) ?? outdated[0]) : undefined;
}

/** Whether something else is desired of the child than when it was last written. */
export function isOutdated({ existing, child }: Match): boolean {
  return existing !== undefined && !isBeingDeleted(existing) && !isUpToDate(existing, child);
}

function isReady({ existing, owned }: Match): boolean {
  return existing !== undefined && !isBeingDeleted(existing) && owned.isReady(existing);
}
