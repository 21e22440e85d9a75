import { Quantity } from '@opgen/rules/quantity';
import type { Evaluator } from './evaluator.ts';

export const one = new Quantity(1_000_000_000n);

/** The name of the limit for the number of objects in storage. */
export function objectCount({ group, plural }: { group: string; plural: string }): string {
  return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}

/** Counts objects under the given names. */
export function countingEvaluator(names: readonly string[]): Evaluator {
  return {
    isAbout: (name) => names.includes(name),
    usageOf: () => new Map(names.map((name) => [name, one])),
    isInScope: () => false,
    isCharged: ({ operation, subresource }) => operation === 'CREATE' && subresource === undefined,
  };
}
