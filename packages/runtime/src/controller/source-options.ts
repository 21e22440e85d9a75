import { storeKeyOf } from '../cache/store-key.ts';
import type { Logger } from '../logging/logger.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { allOf, type Predicate } from './predicates.ts';

/** Which events of a kind trigger a reconcile. */
export interface SourceOptions<T extends KubernetesObject> {
  /** All predicates have to match; one that throws counts as a match. They replace the default predicate. */
  predicates?: readonly Predicate<T>[] | undefined;
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
