import type { KubernetesObject, ObjectKey } from '../objects/object.ts';

/** Why a key is in the queue. */
export interface Cause {
  readonly event: 'added' | 'updated' | 'deleted' | 'requeue' | 'retry' | 'resync' | 'source';
  /** The name of the source; for `source`. */
  readonly source?: string | undefined;
  /** The kind of the object that changed; for `added`, `updated` and `deleted`. */
  readonly kind?: string | undefined;
  /** The object that changed: for owned and watched kinds not the reconciled one. */
  readonly object?: ObjectKey | undefined;
}

/** The states of the object that changed, before and after. */
export interface CauseStates {
  readonly object: KubernetesObject;
  readonly old?: KubernetesObject | undefined;
}

/** A cause in the queue. It has states only while runs are recorded. */
export interface QueuedCause extends Cause {
  readonly states?: CauseStates | undefined;
}

/** Maximum number of causes per key: bounds memory during event bursts. */
export const causeLimit = 8;

/** Adds a cause unless the list is full. The states of a duplicate are merged. */
export function addCause(causes: QueuedCause[], cause: QueuedCause): void {
  if (causes.length >= causeLimit) return;
  for (const [index, known] of causes.entries()) {
    if (
      known.event === cause.event &&
      known.kind === cause.kind &&
      known.source === cause.source &&
      known.object?.name === cause.object?.name &&
      known.object?.namespace === cause.object?.namespace
    ) {
      const { states } = cause;
      if (states !== undefined) causes[index] = { ...cause, states: { ...states, old: known.states?.old } };
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
