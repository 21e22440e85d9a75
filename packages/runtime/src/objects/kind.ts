import type { KubernetesObject } from './object.ts';

/** Exists for the checker only: it ties a `Kind` value to the type of its objects. */
declare const objectType: unique symbol;

/** Less of an object than what is stored. */
export interface View {
  /** The server sends the metadata alone. */
  readonly metadataOnly: boolean;
  /** What is left of an object that was received. */
  show(object: KubernetesObject): KubernetesObject;
}

/** Where objects of type T live in the API, and how to address them. */
export interface Kind<T extends KubernetesObject = KubernetesObject> {
  readonly apiVersion: T['apiVersion'];
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: T['kind'];
  /** The resource's name in paths and in RBAC rules. */
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  /** Set for kinds made by `metadataOf` and `projectionOf`. */
  readonly view?: View;
  readonly [objectType]?: T;
}

/** What `defineKind` has to be told: where the API serves the objects of a kind. */
export interface KindDefinition<T extends KubernetesObject> {
  apiVersion: T['apiVersion'];
  kind: T['kind'];
  plural: string;
  scope: 'Namespaced' | 'Cluster';
}

/**
 * The value that stands for a kind in calls such as `client.find(Memcached, key)`.
 *
 * Give it the name of the interface, so that one import brings both.
 */
export function defineKind<T extends KubernetesObject>(definition: KindDefinition<T>): Kind<T> {
  const { apiVersion, kind, plural, scope } = definition;
  const slash = apiVersion.indexOf('/');
  const group = slash === -1 ? '' : apiVersion.slice(0, slash);
  const version = apiVersion.slice(slash + 1);
  return Object.freeze({ apiVersion, group, version, kind, plural, scope });
}
