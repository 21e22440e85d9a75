import type { Logger } from '../logging/logger.ts';
import type { Cause } from '../queue/cause.ts';
import type { Request, Result } from './result.ts';

/** What a reconcile is given beside its request. */
export interface ReconcileContext {
  /** Names the controller, the object and this run on every line. */
  readonly log: Logger;
  /**
   * Aborted when the reconcile has to end before it did: with the process, with the time in which this replica
   * leads, or because it took longer than the option `timeout` lets it. Requests of the client give up then by
   * themselves; pass it to whatever else takes long.
   */
  readonly signal: AbortSignal;
  /** Why it runs; a few of many, when there were many. For the log, not for decisions: state decides. */
  readonly causes: readonly Cause[];
}

/** Brings one object from the state it is in to the state it asks for. */
export interface Reconciler {
  /**
   * Called after any change, after a failure, and at the start; for one object never twice at a time.
   * It may run any number of times for one change, so it looks only at current state. Throwing tries again
   * with growing delays.
   */
  reconcile(request: Request, context: ReconcileContext): Promise<Result>;
}
