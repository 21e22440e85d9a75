import { fixed } from '../values/fixed.ts';

/** The limit for the estimated cost of one rule, over all the values that it can apply to. */
export const largestRuleCost = 10_000_000n;

/** The limit for the estimated cost of all rules of one schema. */
export const largestSchemaCost = 100_000_000n;

/** The limit for the cost of evaluating all rules on one object. */
export const objectBudget = 10_000_000;

/** In bytes. If the result of a messageExpression is longer, `message` is used instead. */
export const longestMessage: number = 5 * 1024;

/** The API server's message for a cost that exceeds its limit. */
export function exceeded(name: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  const times =
    factor > 100 ? 'more than 100x' : factor < 1.5 ? `${fixed(factor, 6)}x` : `${fixed(factor, 1)}x`;
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${name} exceeds budget by factor of ${times} (${advice})`;
}
