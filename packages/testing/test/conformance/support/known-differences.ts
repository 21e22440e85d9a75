import type { TargetName } from './target.ts';

export interface KnownDifference {
  /** `<subject>: <sentence>` of a case. */
  case: string;
  targets: readonly TargetName[];
  reason: string;
}

/**
 * Where a target answers otherwise than the real server, and why we leave it so. A case that is listed
 * here and passes is a failure, and so is an entry that names no case: the list cannot grow stale.
 */
export const knownDifferences: readonly KnownDifference[] = [
  {
    case: 'patterns: may name categories in full',
    targets: ['embedded in process', 'embedded over HTTP'],
    reason: 'servers that were built with Go before 1.25 refuse it, and an operator is to run on those too',
  },
];
