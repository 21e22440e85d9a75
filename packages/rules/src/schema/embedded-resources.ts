import { errorsThroughout } from './errors-throughout.ts';
import { type FieldError, fieldPath, invalid, required } from '../field-errors.ts';
import { isObject, type JsonObject } from '../json.ts';
import { dns1035LabelProblem } from '../names/dns-names.ts';
import type { Resolve } from './read-schema.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';

/** Objects within an object (x-kubernetes-embedded-resource) must have apiVersion and kind. */
export function validateEmbeddedResources(
  value: unknown,
  schema: JSONSchemaProps,
  path: string,
  resolve: Resolve,
): FieldError[] {
  return errorsThroughout(value, schema, path, resolve, (part, node, at) =>
    isObject(part) && node['x-kubernetes-embedded-resource'] === true ? typeMetaErrors(part, at) : [],
  );
}

function typeMetaErrors(object: JsonObject, path: string): FieldError[] {
  return (['apiVersion', 'kind'] as const).flatMap((key) => {
    const at = fieldPath(path, key);
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
