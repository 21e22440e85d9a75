import type { Job } from '@opgen/runtime/kinds/batch/v1';
import { type Indexes, parseIndexes } from './indexes.ts';

/** Why the success policy of an indexed Job is satisfied; undefined if it is not. */
export function successMessage({ spec }: Job, succeeded: Indexes): string | undefined {
  if (succeeded.length === 0) return undefined;
  const rule = (spec.successPolicy?.rules ?? []).findIndex(({ succeededIndexes, succeededCount }) => {
    if (succeededIndexes === undefined) return succeeded.length >= (succeededCount ?? Infinity);
    const required = new Set(parseIndexes(succeededIndexes, spec.completions ?? 0));
    const reached = succeeded.filter((index) => required.has(index)).length;
    return required.size > 0 && (reached === required.size || reached >= (succeededCount ?? Infinity));
  });
  return rule < 0 ? undefined : `Matched rules at index ${rule}`;
}
