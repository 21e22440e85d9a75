import type { TargetName } from './target.ts';

export interface KnownDifference {
  /** `<subject>: <sentence>` of the case. */
  case: string;
  targets: readonly TargetName[];
  reason: string;
}

/**
 * Accepted differences between a target and the real server. A listed case that passes is a failure, and so is an
 * entry without a case, so the list stays current.
 */
export const knownDifferences: readonly KnownDifference[] = [
  ...[
    'carries the propagation policy of a delete',
    'carries objects of every group',
    'carries the values of extra attributes of a user as lists',
  ].map((sentence): KnownDifference => ({
    case: `protobuf: ${sentence}`,
    targets: ['embedded in process'],
    reason: 'requests in the process are text, and only the HTTP server decodes protobuf',
  })),
  {
    case: 'patterns: may contain full category names',
    targets: ['embedded in process', 'embedded over HTTP'],
    reason: 'servers that are built with Go before 1.25 reject it, and operators must run on those too',
  },
];
