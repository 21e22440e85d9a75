/**
 * Whether one replica at a time works, and how fast the next one takes over. A manager throws a `RangeError` unless
 * `leaseDuration` is more than `renewDeadline`, and that more than 1.2 times `retryPeriod`.
 */
export interface LeaderElectionOptions {
  /** False: every replica works, and no Lease is asked for. */
  enabled: boolean;
  /** The name of the Lease: unlike that of any other operator in the namespace, and the same for all replicas. */
  id: string;
  /** Where the Lease is. Default: POD_NAMESPACE, then the namespace of the service account. */
  namespace?: string;
  /** Milliseconds after which another replica takes over from one that went silent. Default: 15 s. */
  leaseDuration?: number;
  /** Milliseconds after which a leader that could not renew stops to write. Default: 10 s. */
  renewDeadline?: number;
  /** Milliseconds between two attempts to take or renew. Default: 2 s. */
  retryPeriod?: number;
  /** Give the Lease back on a regular stop, so that the next replica need not wait. Default: true. */
  releaseOnStop?: boolean;
}
