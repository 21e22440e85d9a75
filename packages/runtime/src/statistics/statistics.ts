/** The state of a manager at one moment. */
export interface Statistics {
  /** When it was read, in RFC 3339. */
  readonly time: string;
  /** Whether this replica is the leader; absent without leader election. */
  readonly leads?: boolean;
  readonly controllers: readonly ControllerStatistics[];
  readonly caches: readonly CacheStatistics[];
}

/** The load of a controller, and what it has done since the process started. */
export interface ControllerStatistics {
  readonly name: string;
  /** The reconciled kind. */
  readonly kind: string;
  /** The maximum number of concurrent reconciles. */
  readonly workers: number;
  /** Running reconciles. */
  readonly active: number;
  /** Milliseconds since the start of the longest of them. */
  readonly longest: number;
  /** Those that run for longer than `stuckAfter`. */
  readonly stuck: number;
  /** Objects that wait for a worker. */
  readonly queued: number;
  /** Objects that wait for a retry or for `requeueAfter`. */
  readonly delayed: number;
  /** Ended reconciles by result. */
  readonly results: Readonly<Record<'success' | 'requeue' | 'requeue_after' | 'error', number>>;
  /** Errors that are not retried. */
  readonly terminalErrors: number;
  /** Delayed adds: retries, and reconciles after `requeueAfter`. */
  readonly retries: number;
  /** How long reconciles took. */
  readonly durations: DurationStatistics;
  /** How long objects waited in the queue. */
  readonly waits: DurationStatistics;
}

/** Counted durations, as in a Prometheus histogram. */
export interface DurationStatistics {
  /** The upper bound of each bucket, in seconds. One more bucket has no bound. */
  readonly bounds: readonly number[];
  /** The number of durations in each bucket alone. */
  readonly counts: readonly number[];
  /** In seconds. */
  readonly sum: number;
}

/** A cached kind. */
export interface CacheStatistics {
  /** Absent for the operator's own cluster. */
  readonly cluster?: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** What is cached of each object. Absent for whole objects. */
  readonly view?: 'metadata' | 'projection';
  readonly objects: number;
  readonly synced: boolean;
  readonly relists: number;
  /** Milliseconds since the last event or bookmark of the watch. */
  readonly idle?: number;
}
