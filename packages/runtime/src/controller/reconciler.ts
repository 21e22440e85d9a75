import type { Logger } from '../logging/logger.ts';
import type { Cause } from '../queue/cause.ts';
import type { Request, Result } from './result.ts';

/** The context of a reconcile. */
export interface ReconcileContext {
  /** A logger with the controller, the object and a reconcileID. */
  readonly log: Logger;
  /**
   * Aborts when the manager stops, this replica loses leadership, or the `timeout` option expires. Client requests
   * abort by themselves; pass the signal to other long-running calls.
   */
  readonly signal: AbortSignal;
  /** Why the object was enqueued; at most a few causes. Use them for logs only: a reconcile is level-based. */
  readonly causes: readonly Cause[];
}

/** Moves the current state of an object towards its desired state. */
export interface Reconciler {
  /**
   * Called on start, after every event and after failures; never concurrently for one object. It may be called any
   * number of times per change, so it has to be idempotent and use only the current state. If it throws, it is
   * retried with exponential backoff.
   */
  reconcile(request: Request, context: ReconcileContext): Promise<Result>;
}
