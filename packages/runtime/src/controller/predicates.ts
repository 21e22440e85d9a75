import type { Change } from '../cache/change.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import { deepEqual } from '../objects/json.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** Whether an event triggers a reconcile. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (change: Change<T>) => boolean;

/** Every event, including this process's own status writes. */
export function anyChange(): boolean {
  return true;
}

/**
 * The generation changed: for a custom resource with a status subresource, anything except metadata and status. For
 * kinds without a generation, such as Secrets, ConfigMaps, Services and Nodes, the same fields are compared.
 */
export function generationChanged({ object, old }: Change): boolean {
  if (old === undefined) return true;
  const { generation } = object.metadata;
  if (generation !== old.metadata.generation) return true;
  return generation === undefined && !deepEqual(contentOf(object), contentOf(old));
}

/** A label was set, changed or removed. */
export function labelsChanged({ object, old }: Change): boolean {
  return old === undefined || !sameEntries(object.metadata.labels, old.metadata.labels);
}

/** An annotation was set, changed or removed. */
export function annotationsChanged({ object, old }: Change): boolean {
  return old === undefined || !sameEntries(object.metadata.annotations, old.metadata.annotations);
}

/** The selected part of the object changed: `changedIn(({ spec }) => spec.template)`. */
export function changedIn<T extends KubernetesObject>(
  part: (object: DeepReadonly<T>) => unknown,
): Predicate<T> {
  return ({ object, old }) => old === undefined || !deepEqual(part(object), part(old));
}

/** A finalizer was added or removed, or the object was deleted or recreated. */
export function lifecycleChanged({ object: { metadata }, old }: Change): boolean {
  if (old === undefined || metadata.uid !== old.metadata.uid) return true;
  if (metadata.deletionTimestamp !== old.metadata.deletionTimestamp) return true;
  const [now = [], before = []] = [metadata.finalizers, old.metadata.finalizers];
  return now.length !== before.length || now.some((finalizer, index) => finalizer !== before[index]);
}

/**
 * The default predicate of the reconciled kind: everything except status writes of this process. Otherwise a
 * reconcile that writes the status would trigger the next one, endlessly. Status writes of others do trigger a
 * reconcile. A controller that proceeds by its own status returns `requeueAfter` or uses `anyChange`.
 */
export function notOwnStatus(change: Change): boolean {
  return (
    !change.own ||
    lifecycleChanged(change) ||
    generationChanged(change) ||
    labelsChanged(change) ||
    annotationsChanged(change)
  );
}

/** All predicates have to match. */
export function allOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.every((predicate) => predicate(change));
}

/** At least one predicate has to match. */
export function anyOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.some((predicate) => predicate(change));
}

/** The predicate must not match. */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (change) => !predicate(change);
}

function contentOf(object: KubernetesObject): object {
  return { ...object, metadata: undefined, status: undefined };
}

type Entries = Readonly<Record<string, string>> | undefined;

function sameEntries(a: Entries = {}, b: Entries = {}): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
