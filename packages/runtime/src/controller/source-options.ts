import type { Change } from '../cache/change.ts';
import { storeKeyOf } from '../cache/store-key.ts';
import type { Logger } from '../logging/logger.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Priority } from '../queue/priority.ts';
import { allOf, type Predicate } from './predicates.ts';
import type { PriorityOf } from './sources.ts';

/** Which events of a kind trigger a reconcile, and how urgent it is. */
export interface SourceOptions<T extends KubernetesObject> {
  /** All predicates have to match; one that throws counts as a match. They replace the default predicate. */
  predicates?: readonly Predicate<T>[] | undefined;
  /**
   * The priority of the reconciles that changes cause. Objects that exist when the operator starts have low priority,
   * unless a function says otherwise: `({ object, initial }) => …`. If the function throws or returns undefined, the
   * default applies. An object that is already queued keeps the higher of two priorities. Default: `normal`.
   */
  priority?: Priority | ((change: Change<T>) => Priority | undefined) | undefined;
}

/** Combines the predicates of the options into one. */
export function predicateFor<T extends KubernetesObject>(
  { predicates }: SourceOptions<T>,
  byDefault: Predicate,
  log: Logger,
): Predicate<T> {
  if (predicates === undefined) return byDefault;
  const all = allOf(...predicates);
  return (change) => {
    try {
      return all(change);
    } catch (error) {
      log.error('predicate failed; the event is treated as a match', {
        error,
        object: storeKeyOf(change.object),
      });
      return true;
    }
  };
}

/** The priority of each event of a source. */
export function priorityFor<T extends KubernetesObject>(
  { priority = 'normal' }: SourceOptions<T>,
  log: Logger,
): PriorityOf<T> {
  if (typeof priority === 'string') return ({ initial }) => (initial ? 'low' : priority);
  return (change) => {
    const byDefault = change.initial ? 'low' : 'normal';
    try {
      return priority(change) ?? byDefault;
    } catch (error) {
      log.error('priority function failed; the event has the default priority', {
        error,
        object: storeKeyOf(change.object),
      });
      return byDefault;
    }
  };
}
