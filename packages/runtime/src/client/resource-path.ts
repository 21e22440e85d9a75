import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';

export interface ResourceLocation {
  namespace?: string | undefined;
  name?: string | undefined;
  subresource?: string | undefined;
}

/** The path of an object, of a collection in one namespace, or of a collection everywhere. */
export function resourcePath<T extends KubernetesObject>(kind: Kind<T>, location: ResourceLocation): string {
  const { namespace, name, subresource } = location;
  const version = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  const inNamespace = kind.scope === 'Namespaced' && namespace !== undefined && namespace !== '';
  const segments = [
    ...(inNamespace ? ['namespaces', namespace] : []),
    kind.plural,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : subresource.split('/')),
  ];
  return [version, ...segments.map(encodeURIComponent)].join('/');
}

/** The path with the parameters that have a value. */
export function withQuery(
  path: string,
  parameters: Record<string, string | number | boolean | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
