import { baselineChecks } from './baseline-checks.ts';
import type { Check, CheckedPod, Violation } from './check.ts';
import type { Standard } from './policy.ts';
import { restrictedChecks } from './restricted-checks.ts';

/** What a Pod must not do by a standard. */
export function violations(pod: CheckedPod, { level, minor }: Standard): Violation[] {
  return checksOf(level, minor).flatMap(({ versions }) => {
    const current = versions.findLast(({ since }) => since <= minor);
    return current?.violation(pod) ?? [];
  });
}

function checksOf(level: Standard['level'], minor: number): readonly Check[] {
  if (level === 'privileged') return [];
  if (level === 'baseline') return baselineChecks;
  const restricted = restrictedChecks.filter(({ versions }) => versions.some(({ since }) => since <= minor));
  const replaced = restricted.map(({ replaces }) => replaces);
  return [...baselineChecks.filter(({ id }) => !replaced.includes(id)), ...restricted];
}
