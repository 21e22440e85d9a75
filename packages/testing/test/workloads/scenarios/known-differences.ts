/** An event that may be missing on either cluster. */
export interface KnownDifference {
  readonly scenario: string;
  readonly event: RegExp;
  readonly reason: string;
}

/** Accepted differences between the embedded and the real cluster. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    scenario: 'a cordoned node',
    event: /FailedScheduling: .* had untolerated taint/,
    reason:
      'the node controller removes the taint of an uncordoned node later, and the scheduler may be faster than it',
  },
];
