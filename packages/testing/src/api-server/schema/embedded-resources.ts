import { invalid, required, type FieldError } from './field-error.ts';
import { isObject, type JsonObject } from './json.ts';
import { dns1035LabelProblem } from './names.ts';
import { resolved, valueSchema, type Resolve, type SchemaNode } from './schema-node.ts';

/** Objects inside an object (x-kubernetes-embedded-resource) must say what they are. */
export function validateEmbeddedResources(
  value: unknown,
  schema: SchemaNode,
  path: string,
  resolve: Resolve,
): FieldError[] {
  const node = resolved(schema, resolve);
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return [];
    return value.flatMap((item, i) => validateEmbeddedResources(item, items, `${path}[${i}]`, resolve));
  }
  if (!isObject(value)) return [];
  const own = node['x-kubernetes-embedded-resource'] === true ? typeMetaErrors(value, path) : [];
  const inner = Object.entries(value).flatMap(([key, child]) => {
    const declared = Object.hasOwn(node.properties ?? {}, key) ? node.properties?.[key] : undefined;
    if (declared !== undefined)
      return validateEmbeddedResources(child, declared, childPath(path, key), resolve);
    const values = valueSchema(node);
    return values === undefined ? [] : validateEmbeddedResources(child, values, `${path}[${key}]`, resolve);
  });
  return [...own, ...inner];
}

function typeMetaErrors(object: JsonObject, path: string): FieldError[] {
  return (['apiVersion', 'kind'] as const).flatMap((key) => {
    const at = childPath(path, key);
    const value = object[key];
    if (value === undefined) return [required(at)];
    if (typeof value !== 'string') return [invalid(at, value, 'must be a string')];
    if (value === '') return [invalid(at, value, 'must not be empty')];
    if (key === 'apiVersion') {
      if (value.split('/').length <= 2) return [];
      return [invalid(at, value, `unexpected GroupVersion string: ${value}`)];
    }
    const problem = dns1035LabelProblem(value.toLowerCase());
    if (problem === undefined) return [];
    return [invalid(at, value, `may have mixed case, but should otherwise match: ${problem}`)];
  });
}

function childPath(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
