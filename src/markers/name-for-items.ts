import type { MarkerDefinition } from './define-marker.ts';

/** The prefix of a marker for the items of a list or the values of a map. */
export const itemsPrefix = 'validation:items:';

/**
 * The name of a marker for items, at any depth: `validation:items:items:MinLength`. Only names that begin with
 * `validation:` can follow the prefix; the others follow `k8s:eachVal=`.
 */
export function nameForItems({ aliases = [], name }: MarkerDefinition, depth = 1): string {
  const ofValidation = [name, ...aliases].find((each) => each.startsWith('validation:'));
  return ofValidation === undefined
    ? `${'k8s:eachVal=+'.repeat(depth)}${name}`
    : ofValidation.replace('validation:', itemsPrefix + 'items:'.repeat(depth - 1));
}
