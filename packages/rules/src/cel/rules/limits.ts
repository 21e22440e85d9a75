import { fixed } from '../values/fixed.ts';

/** What one rule may cost at most, estimated over all the values it can be applied to. */
export const largestRuleCost = 10_000_000n;

/** What all rules of one schema may cost together. */
export const largestSchemaCost = 100_000_000n;

/** What all rules may cost that are evaluated on one object. */
export const objectBudget = 10_000_000;

/** In bytes; a longer text of a messageExpression gives way to the message. */
export const longestMessage: number = 5 * 1024;

/** How far a cost goes beyond its limit, as the API server puts it. */
export function exceeded(name: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  const times =
    factor > 100 ? 'more than 100x' : factor < 1.5 ? `${fixed(factor, 6)}x` : `${fixed(factor, 1)}x`;
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${name} exceeds budget by factor of ${times} (${advice})`;
}
