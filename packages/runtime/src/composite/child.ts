import type { Apply } from '../objects/desired.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';

/** A desired object with the fields that you set: plain JSON, as in a manifest. */
export type Child<T extends KubernetesObject = KubernetesObject> = T extends KubernetesObject
  ? Omit<Apply<T>, 'apiVersion' | 'kind' | 'metadata'> & {
      readonly apiVersion: T['apiVersion'];
      readonly kind: T['kind'];
      readonly metadata: Apply<T>['metadata'] & { readonly name: string };
    }
  : never;

/** The argument of `child`: the desired fields without `apiVersion` and `kind`. */
export type ChildFields<T extends KubernetesObject> = Omit<Apply<T>, 'apiVersion' | 'kind' | 'metadata'> & {
  readonly metadata: Apply<T>['metadata'] & { readonly name: string };
};

/** Creates a desired object: `child(Deployment, { metadata: { name }, spec })`. */
export function child<T extends KubernetesObject>(kind: Kind<T>, fields: ChildFields<T>): Child<T> {
  const { apiVersion, kind: name } = kind;
  // The compiler cannot relate the spread to T, but both the fields and the kind belong to T.
  return { apiVersion, kind: name, ...fields } as unknown as Child<T>;
}

/** A desired child of any kind. */
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

/** The key of a child. Its namespace defaults to that of the parent. */
export function childKey(kind: Kind, { metadata }: AnyChild, parent: KubernetesObject): ObjectKey {
  const { name, namespace = parent.metadata.namespace } = metadata;
  return kind.scope === 'Cluster' || namespace === undefined ? { name } : { name, namespace };
}
