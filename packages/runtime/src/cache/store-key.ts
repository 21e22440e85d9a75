import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';

/** `namespace/name` or `name`: a string, because maps compare objects by identity. */
export function storeKey({ name, namespace }: ObjectKey): string {
  return namespace === undefined || namespace === '' ? name : `${namespace}/${name}`;
}

/** The key of an object of the kind. The namespace is ignored for cluster-scoped kinds. */
export function storeKeyIn(kind: Kind, { name, namespace }: ObjectKey): string {
  return kind.scope === 'Cluster' || namespace === undefined ? name : storeKey({ name, namespace });
}

/** The key of a stored object. */
export function storeKeyOf(object: KubernetesObject): string {
  return storeKey(object.metadata);
}

/** The inverse of `storeKey`: neither names nor namespaces can contain a slash. */
export function objectKey(key: string): ObjectKey {
  const slash = key.indexOf('/');
  return slash === -1 ? { name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}
