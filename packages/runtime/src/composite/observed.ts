import { storeKeyIn, storeKeyOf } from '../cache/store-key.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';

/** Objects of several kinds as they were seen at one moment, in the order of their names. Never change one; copy it. */
export interface Observed<T extends KubernetesObject = KubernetesObject> {
  /** All of a kind. */
  of<K extends T>(kind: Kind<K>): readonly K[];
  /** The one with this name, in the namespace of the parent unless the key names one. */
  find<K extends T>(kind: Kind<K>, key: string | ObjectKey): K | undefined;
}

/**
 * Objects to call a pure function with: `desired(memcached, observed([deployment]))`. A name without a namespace
 * means the namespace given, by default that of the first object.
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
    // Filed by what an object says it is, so these are K.
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
