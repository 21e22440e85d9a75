import type { KubernetesObject, ObjectKey } from './object.ts';

/** Exists only in types: it ties a `Kind` value to the type of its objects. */
declare const objectType: unique symbol;

/** A part of the stored object: its metadata, or a projection. */
export interface View {
  /** Whether the server sends only the metadata. */
  readonly metadataOnly: boolean;
  /** Reduces a received object to the view. */
  show(object: KubernetesObject): KubernetesObject;
}

/** Whether the objects of a kind are in namespaces. */
export type Scope = 'Namespaced' | 'Cluster';

/** Where objects of type T live in the API, and how to address them. */
export interface Kind<T extends KubernetesObject = KubernetesObject, S extends Scope = Scope> {
  readonly apiVersion: T['apiVersion'];
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: T['kind'];
  /** The resource's name in paths and in RBAC rules. */
  readonly plural: string;
  readonly scope: S;
  /** Set for kinds made by `metadataOf` and `projectionOf`. */
  readonly view?: View;
  readonly [objectType]?: T;
}

/**
 * Refuses a key that is written as `{ name }` if the kind is known to be namespaced. Keys of requests and the metadata
 * of objects pass: their type has a namespace.
 */
export type KeyFor<S extends Scope, Key extends ObjectKey> = S extends 'Namespaced'
  ? 'namespace' extends keyof Key
    ? unknown
    : { namespace: string }
  : unknown;

/** The arguments of `defineKind`: where the API serves the objects of a kind. */
export interface KindDefinition<T extends KubernetesObject, S extends Scope = Scope> {
  apiVersion: T['apiVersion'];
  kind: T['kind'];
  plural: string;
  scope: S;
}

/**
 * Defines the value that represents a kind in calls such as `client.find(Memcached, key)`.
 *
 * Give it the name of the interface, so that one import provides both.
 */
// The overloads give the kind its scope as a literal type. A second type parameter could not: callers pass the first.
export function defineKind<T extends KubernetesObject>(
  definition: KindDefinition<T, 'Namespaced'>,
): Kind<T, 'Namespaced'>;
export function defineKind<T extends KubernetesObject>(
  definition: KindDefinition<T, 'Cluster'>,
): Kind<T, 'Cluster'>;
export function defineKind<T extends KubernetesObject>(definition: KindDefinition<T>): Kind<T>;
export function defineKind<T extends KubernetesObject>(definition: KindDefinition<T>): Kind<T> {
  const { apiVersion, kind, plural, scope } = definition;
  const slash = apiVersion.indexOf('/');
  const group = slash === -1 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  return Object.freeze({ apiVersion, group, version, kind, plural, scope });
}
