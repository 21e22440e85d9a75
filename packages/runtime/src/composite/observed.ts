import { storeKeyIn, storeKeyOf } from '../cache/store-key.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';

/** A snapshot of objects of several kinds, sorted by namespace and name. */
export interface Observed<T extends KubernetesObject = KubernetesObject> {
  /** All objects of a kind. */
  of<K extends T>(kind: Kind<K>): readonly DeepReadonly<K>[];
  /** The object with this name. The namespace defaults to that of the parent. */
  find<K extends T>(kind: Kind<K>, key: string | ObjectKey): DeepReadonly<K> | undefined;
}

/**
 * Creates the argument of a pure function, for example in a test: `desired(memcached, observed([deployment]))`.
 * `namespace` applies to names without one. Default: the namespace of the first object.
 */
export function observed<T extends KubernetesObject>(
  objects: readonly T[],
  namespace: string | undefined = objects[0]?.metadata.namespace,
): Observed<T> {
  const byKind = new Map<string, Map<string, T>>();
  for (const object of objects.toSorted(byKey)) {
    const id = `${object.apiVersion} ${object.kind}`;
    const known = byKind.get(id) ?? new Map<string, T>();
    byKind.set(id, known.set(storeKeyOf(object), object));
  }
  const allOf = <K extends T>({ apiVersion, kind }: Kind<K>): ReadonlyMap<string, K> =>
    // Grouped by the apiVersion and kind of each object, so these are K.
    (byKind.get(`${apiVersion} ${kind}`) ?? new Map()) as unknown as ReadonlyMap<string, K>;
  return {
    of: (kind) => [...allOf(kind).values()],
    find: (kind, key) => {
      const named = typeof key === 'string' ? { name: key } : key;
      return allOf(kind).get(storeKeyIn(kind, namespace === undefined ? named : { namespace, ...named }));
    },
  };
}

function byKey(a: KubernetesObject, b: KubernetesObject): number {
  const [left, right] = [storeKeyOf(a), storeKeyOf(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
