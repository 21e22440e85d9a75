import type { ScopedResourceSelectorRequirement } from '@opgen/runtime/kinds/core/v1';
import type { Resources } from '../../amounts/resources.ts';
import type { Attributes } from '../admission/attributes.ts';
import type { StoredObject } from '../storage/stored-object.ts';

/** How objects of one kind count against ResourceQuotas. */
export interface Evaluator {
  /** Whether a limit with this name is about these objects. */
  isAbout(name: string): boolean;
  /** What an object uses. */
  usageOf(object: StoredObject, now: Date): Resources;
  /** Whether an object is in a scope of a quota. */
  isInScope(scope: ScopedResourceSelectorRequirement, object: StoredObject): boolean;
  /** Whether a write can change the usage. */
  isCharged(attributes: Attributes): boolean;
  /** What the object must specify because a quota limits it. */
  problemOf?(names: readonly string[], object: StoredObject): string | undefined;
}

/** Whether a scope selector matches the names that an object refers to. */
export function matchesNames(
  { operator, values = [] }: ScopedResourceSelectorRequirement,
  names: readonly string[],
): boolean {
  const isListed = names.some((name) => values.includes(name));
  if (operator === 'In') return isListed;
  if (operator === 'NotIn') return !isListed;
  return names.length > 0 === (operator === 'Exists');
}
