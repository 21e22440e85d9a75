import type { ObjectKey } from '../objects/object.ts';
import type { Cause } from '../queue/cause.ts';
import type { FieldChange } from './field-changes.ts';

/** A reconcile that has ended. */
export interface Run {
  /** The `reconcileID` of its log lines. */
  readonly id: string;
  readonly controller: string;
  /** The reconciled kind. */
  readonly kind: string;
  /** The reconciled object. */
  readonly object: ObjectKey;
  /** The cluster of the object; absent for the operator's own cluster. */
  readonly cluster?: string;
  /** Why it ran; at most a few causes. */
  readonly causes: readonly RunCause[];
  /** Milliseconds that the object waited in the queue. */
  readonly waited: number;
  /** When it started, in RFC 3339. */
  readonly started: string;
  /** How long it took, in milliseconds. */
  readonly duration: number;
  /** What it returned; `canceled` if the controller stopped or lost leadership meanwhile. */
  readonly result: RunResult;
  /** Milliseconds until the object is reconciled again, unless an event does so earlier. */
  readonly requeueAfter?: number;
  /** Why it failed. */
  readonly error?: RunError;
  /** The requests that it sent to the API server; reads from the cache send none. */
  readonly calls: readonly RunCall[];
  /** The number of further requests, which are not in `calls`. */
  readonly omittedCalls?: number;
}

/** How a reconcile ended. */
export type RunResult = 'done' | 'requeue' | 'requeueAfter' | 'error' | 'canceled';

/** A cause, which fields of the object changed, and the run that it comes from. */
export interface RunCause extends Cause {
  /** For `updated`: several updates in the meantime are merged. */
  readonly changes?: readonly FieldChange[];
  /**
   * The `id` of the run that wrote this state of the object or, for `requeue`, `retry` and `resync`, of the previous run.
   * Absent if no recent run of this process did.
   */
  readonly run?: string;
}

/** The error of a reconcile. */
export interface RunError {
  readonly message: string;
  readonly stack?: string;
  /** The RBAC markers that grant the permissions that were missing. */
  readonly missingMarkers?: readonly string[];
}

/** A request to the API server. */
export interface RunCall {
  readonly verb: 'get' | 'list' | 'create' | 'update' | 'patch' | 'apply' | 'delete' | 'deletecollection';
  /** Empty for the core group. */
  readonly group: string;
  /** The plural of the kind, for instance `deployments`; the path for URLs that are not of a resource. */
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** The HTTP status; absent without a response. */
  readonly status?: number;
  /** Milliseconds until the response began. */
  readonly duration: number;
  /**
   * What a write changed. Absent if that is unknown: the kind is not cached, or the response is not the object.
   */
  readonly changes?: readonly FieldChange[];
}

/** Whether the request changed something: the server accepted it, and the object differs from the cached one. */
export function isWrite({ verb, status = 0, changes }: RunCall): boolean {
  return verb !== 'get' && verb !== 'list' && status < 300 && status >= 200 && changes?.length !== 0;
}
