/** An event that may be missing on either cluster. */
export interface KnownDifference {
  /** Default: any. */
  readonly scenario?: string;
  readonly event: RegExp;
  readonly reason: string;
}

/** Accepted differences between the embedded and the real cluster. */
export const knownDifferences: readonly KnownDifference[] = [
  {
    event: /^default-scheduler: .* running Bind plugin/,
    reason: 'kube-scheduler may mistake a Pod for the one that had its name before, and tries again',
  },
  {
    event: /the object has been modified; please apply your changes/,
    reason: 'kube-controller-manager may work with what it has not seen change yet, and tries again',
  },
  {
    scenario: 'a cordoned node',
    event: /FailedScheduling: .* had untolerated taint/,
    reason:
      'the node controller removes the taint of an uncordoned node later, and the scheduler may be faster than it',
  },
  {
    scenario: 'claims of a StatefulSet and their owners',
    event: /^(default-scheduler|persistentvolume-controller): /,
    reason: 'no volume can be bound on the real cluster, where no storage class exists',
  },
];
