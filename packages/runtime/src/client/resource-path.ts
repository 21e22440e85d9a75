import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';

export interface ResourceLocation {
  namespace?: string | undefined;
  name?: string | undefined;
  subresource?: string | undefined;
}

/**
 * The path of an object, of a collection in one namespace, or of a collection in all namespaces. Throws for names
 * that would change the path: names often come from the users of an operator.
 */
export function resourcePath<T extends KubernetesObject>(kind: Kind<T>, location: ResourceLocation): string {
  const { namespace, name, subresource } = location;
  const version = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`;
  const inNamespace = kind.scope === 'Namespaced' && namespace !== undefined && namespace !== '';
  for (const given of [name, inNamespace ? namespace : undefined]) {
    if (given !== undefined && leadsElsewhere(given)) {
      throw new Error(`${kind.kind}: ${JSON.stringify(given)} is not a valid name`);
    }
  }
  const segments = [
    ...(inNamespace ? ['namespaces', namespace] : []),
    kind.plural,
    ...(name === undefined ? [] : [name]),
    ...(subresource === undefined ? [] : subresource.split('/')),
  ];
  return [version, ...segments.map(encodeURIComponent)].join('/');
}

/** The API server decodes an encoded slash: a Pod named `web/proxy` would address the proxy of the Pod `web`. */
function leadsElsewhere(name: string): boolean {
  return name === '.' || name === '..' || /[/%]/.test(name);
}

/** Appends the parameters that are defined; a list once for each of its values. */
export function withQuery(
  path: string,
  parameters: Record<string, string | number | boolean | readonly string[] | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, String(each));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}
