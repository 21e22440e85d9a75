import { storeKeyOf } from '../cache/store-key.ts';
import type { Logger } from '../logging/logger.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { allOf, type Predicate } from './predicates.ts';

/** Which changes of a kind wake a controller. */
export interface SourceOptions<T extends KubernetesObject> {
  /**
   * Which changes count: all of the predicates must agree, and one that throws does. Given, they stand in
   * place of the default.
   */
  predicates?: readonly Predicate<T>[];
}

/** One predicate for all that an option asks for. */
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
      log.error('a predicate failed, so the change counts', { error, object: storeKeyOf(change.object) });
      return true;
    }
  };
}
