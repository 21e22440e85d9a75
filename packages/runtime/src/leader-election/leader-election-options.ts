/**
 * Leader election, with the durations of client-go. A manager throws a `RangeError` unless `leaseDuration` is greater
 * than `renewDeadline`, and `renewDeadline` greater than 1.2 times `retryPeriod`.
 */
export interface LeaderElectionOptions {
  /** If false, every replica runs the controllers, and no Lease is used. */
  enabled: boolean;
  /** The name of the Lease: the same for all replicas, and unique to this operator in the namespace. */
  id: string;
  /** The namespace of the Lease. Default: POD_NAMESPACE, otherwise the namespace of the service account. */
  namespace?: string | undefined;
  /** Milliseconds after the last observed renewal until another replica may acquire the Lease. Default: 15 s. */
  leaseDuration?: number | undefined;
  /** Milliseconds after which a leader that cannot renew the Lease stops leading. Default: 10 s. */
  renewDeadline?: number | undefined;
  /** Milliseconds between two attempts to acquire or renew the Lease. Default: 2 s. */
  retryPeriod?: number | undefined;
  /** Release the Lease on a graceful shutdown, so that the next replica can acquire it at once. Default: true. */
  releaseOnStop?: boolean | undefined;
}
