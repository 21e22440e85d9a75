import type { ApiObjects, ObjectReference } from './api-objects.ts';

/** `Memcached default/shop`, or `Namespace shop` for a kind without namespaces. */
export async function nameOf(
  api: ApiObjects,
  object: ObjectReference,
  namespace: string = 'default',
): Promise<string> {
  const { kind, metadata } = object;
  const scope = (await api.isNamespaced(object)) ? `${metadata.namespace ?? namespace}/` : '';
  return `${kind} ${scope}${metadata.name}`;
}
