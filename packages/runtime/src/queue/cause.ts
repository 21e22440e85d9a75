import type { ObjectKey } from '../objects/object.ts';

/** Why a key is in the queue. */
export interface Cause {
  readonly event: 'added' | 'updated' | 'deleted' | 'requeue' | 'retry' | 'resync' | 'source';
  /** The name of the source; for `source`. */
  readonly source?: string;
  /** The kind of the object that changed; for `added`, `updated` and `deleted`. */
  readonly kind?: string;
  /** The object that changed: for owned and watched kinds not the reconciled one. */
  readonly object?: ObjectKey;
}

/** Maximum number of causes per key: bounds memory during event bursts. */
export const causeLimit = 8;

/** Adds a cause unless it is a duplicate or the list is full. */
export function addCause(causes: Cause[], cause: Cause): void {
  if (causes.length >= causeLimit) return;
  for (const known of causes) {
    if (
      known.event === cause.event &&
      known.kind === cause.kind &&
      known.source === cause.source &&
      known.object?.name === cause.object?.name &&
      known.object?.namespace === cause.object?.namespace
    ) {
      return;
    }
  }
  causes.push(cause);
}

/** A text for logs: `Deployment default/web updated`. */
export function describeCause({ event, kind, object, source }: Cause): string {
  if (source !== undefined) return `${event} ${source}`;
  if (kind === undefined || object === undefined) return event;
  const name = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  return `${kind} ${name} ${event}`;
}
