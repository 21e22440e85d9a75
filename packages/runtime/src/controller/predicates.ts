import type { Change } from '../cache/change.ts';
import { deepEqual } from '../objects/json.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** Whether a change is worth a reconcile. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (change: Change<T>) => boolean;

/** Any change at all, a status that this controller wrote itself too. */
export function anyChange(): boolean {
  return true;
}

/**
 * The generation moved: of a custom resource with a status subresource, whatever is neither metadata nor status. Of
 * kinds without a generation, such as Secrets, ConfigMaps, Services and Nodes, the same is compared field by field.
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

/** Something else is in the part of the object that the function looks at: `changedIn(({ spec }) => spec.template)`. */
export function changedIn<T extends KubernetesObject>(part: (object: T) => unknown): Predicate<T> {
  return ({ object, old }) => old === undefined || !deepEqual(part(object), part(old));
}

/** Someone added or removed a finalizer, or asked for the object to be deleted, or made it anew. */
export function lifecycleChanged({ object: { metadata }, old }: Change): boolean {
  if (old === undefined || metadata.uid !== old.metadata.uid) return true;
  if (metadata.deletionTimestamp !== old.metadata.deletionTimestamp) return true;
  const [now = [], before = []] = [metadata.finalizers, old.metadata.finalizers];
  return now.length !== before.length || now.some((finalizer, index) => finalizer !== before[index]);
}

/**
 * The default for the kind that a controller is for: everything but a status that this process wrote itself.
 *
 * A reconcile that ends with a status would otherwise start the next one, and so on without end. A status
 * that someone else wrote does count. A controller that goes on from its own status, step by step, returns
 * `requeueAfter`, or takes `anyChange` as its predicate.
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

/** A change counts if it does for each of them. */
export function allOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.every((predicate) => predicate(change));
}

/** A change counts if it does for one of them. */
export function anyOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (change) => predicates.some((predicate) => predicate(change));
}

/** A change counts if it does not for this one. */
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
