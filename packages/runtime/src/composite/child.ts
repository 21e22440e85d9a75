import type { Apply } from '../objects/desired.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';

/** An object that should be there, with the fields that matter: plain JSON, as in a manifest. */
export type Child<T extends KubernetesObject = KubernetesObject> = T extends KubernetesObject
  ? Omit<Apply<T>, 'apiVersion' | 'kind' | 'metadata'> & {
      readonly apiVersion: T['apiVersion'];
      readonly kind: T['kind'];
      readonly metadata: Apply<T>['metadata'] & { readonly name: string };
    }
  : never;

/** What `child` takes: the fields of an object, without what its kind says. */
export type ChildFields<T extends KubernetesObject> = Omit<Apply<T>, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly metadata: Apply<T>['metadata'] & { readonly name: string };
};

/** An object that should be there: `child(Deployment, { metadata: { name }, spec })`. */
export function child<T extends KubernetesObject>(kind: Kind<T>, fields: ChildFields<T>): Child<T> {
  const { apiVersion, kind: name } = kind;
  // Spread types are not tied to T by the checker; the fields are T's, and so is the kind.
  return { apiVersion, kind: name, ...fields } as unknown as Child<T>;
}

/** A desired child as the machinery sees it, of whatever kind. */
export interface AnyChild {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: AnyMetadata;
}

export interface AnyMetadata {
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly labels?: Readonly<Record<string, string | undefined>> | undefined;
  readonly annotations?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The key of a child: where it says nothing of a namespace it is in that of its parent. */
export function childKey(kind: Kind, { metadata }: AnyChild, parent: KubernetesObject): ObjectKey {
  const { name, namespace = parent.metadata.namespace } = metadata;
  return kind.scope === 'Cluster' || namespace === undefined ? { name } : { name, namespace };
}
