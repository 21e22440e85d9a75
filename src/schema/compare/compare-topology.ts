import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { breaking, type Change, safe } from './change.ts';

/** How lists and maps are merged, and whether unknown fields are kept. */
export function compareTopology(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  return [
    ...compareListTypes(before, after, path),
    ...compareMapTypes(before, after, path),
    ...comparePruning(before, after, path),
    ...compareEmbedding(before, after, path),
  ];
}

function compareListTypes(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map(listType);
  if (was === is) return [];
  const message = `a list of type ${is} in place of ${was}: server-side apply merges it differently, and what is there may have no owner or be refused`;
  return [breaking('list-type-changed', path, message)];
}

function listType(schema: JSONSchemaProps): string {
  const { 'x-kubernetes-list-type': type = 'atomic', 'x-kubernetes-list-map-keys': keys = [] } = schema;
  return type === 'map' ? `map by ${keys.toSorted().join(', ')}` : type;
}

function compareMapTypes(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema['x-kubernetes-map-type'] ?? 'granular');
  if (was === is) return [];
  const message = `it is merged as ${is} in place of ${was}: those who apply parts of it take them from each other`;
  return [breaking('map-type-changed', path, message)];
}

function comparePruning(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema['x-kubernetes-preserve-unknown-fields'] === true);
  if (was === is || after.type === undefined) return [];
  return [
    is
      ? safe('pruning-off', path, 'unknown fields are kept')
      : breaking('pruning-on', path, 'unknown fields are dropped, also from objects that are stored'),
  ];
}

function compareEmbedding(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema['x-kubernetes-embedded-resource'] === true);
  if (was === is) return [];
  return [
    is
      ? breaking(
          'validation-added',
          path,
          'only whole objects are accepted, with apiVersion, kind and metadata',
        )
      : safe('validation-loosened', path, 'it need not be a whole object'),
  ];
}
