import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { isBeingDeleted } from '../objects/ownership.ts';
import type { AnyChild } from './child.ts';
import { isUpToDate } from './composite-metadata.ts';
import type { Owned } from './owned.ts';

/** A desired child and the existing object with its name, if any. */
export interface Match {
  readonly owned: Owned;
  readonly key: ObjectKey;
  /** The child as it is applied. */
  readonly child: AnyChild;
  readonly existing: KubernetesObject | undefined;
}

/**
 * The next child to change in a rolling update: none while an up-to-date child is missing, terminating or not ready;
 * otherwise the first outdated child that is not ready, or else the first outdated child.
 */
export function nextToUpdate(matches: readonly Match[]): Match | undefined {
  const outdated = matches.filter(isOutdated);
  const areReady = matches.every((match) => isOutdated(match) || isReady(match));
  return areReady ? (outdated.find((match) => !isReady(match)) ?? outdated[0]) : undefined;
}

/** Whether the desired state has changed since the child was last written. */
export function isOutdated({ existing, child }: Match): boolean {
  return existing !== undefined && !isBeingDeleted(existing) && !isUpToDate(existing, child);
}

function isReady({ existing, owned }: Match): boolean {
  return existing !== undefined && !isBeingDeleted(existing) && owned.isReady(existing);
}
