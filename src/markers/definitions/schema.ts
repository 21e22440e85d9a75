import { jsonOrAny, named, none, oneOf, optional, required, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';

/** A field that has a default is never required: the server fills it in. */
export const defaultValue = defineMarker({
  name: 'default',
  on: ['field'],
  argument: jsonOrAny(),
  summary: 'The value that the API server fills in when the field is absent.',
  example: '// +default="memcached:1.6-alpine"',
  misfit: (_, value) =>
    typeof value === 'string' && /^ref\(.*\)$/.test(value)
      ? { message: 'it refers to a constant, as in Go', hint: 'write the value itself' }
      : undefined,
  applyToSchema: (schema, value) => ({ ...schema, default: isEmptyList(schema.type, value) ? [] : value }),
});

const example = defineMarker({
  name: 'example',
  on: ['field'],
  argument: jsonOrAny(),
  summary: 'An example of the value, for the documentation.',
  example: '// +example="memcached:1.6-alpine"',
  applyToSchema: (schema, example) => ({ ...schema, example }),
});

const title = defineMarker({
  name: 'title',
  on: ['field', 'type'],
  argument: text(),
  summary: 'A short name of the value, for the documentation.',
  example: '// +title="Image"',
  applyToSchema: (schema, title) => ({ ...schema, title }),
});

const externalDocs = defineMarker({
  name: 'externalDocs',
  on: ['field', 'type', 'kind'],
  argument: named({ url: required(text()), description: optional(text()) }),
  summary: 'Where more is written about the value.',
  example: '// +externalDocs:url="https://example.com/memcached",description="The manual"',
  misfit: (_, { url }) =>
    URL.canParse(url)
      ? undefined
      : { message: `'${url}' is no URL`, hint: 'for example https://example.com/' },
  applyToSchema: (schema, externalDocs) => ({ ...schema, externalDocs }),
});

const nullable = defineMarker({
  name: 'nullable',
  on: ['field'],
  argument: none(),
  summary: 'The field may be null. `| null` says the same in the type.',
  example: '// +nullable',
  applyToSchema: (schema) => ({ ...schema, nullable: true }),
});

const listType = defineMarker({
  name: 'listType',
  aliases: ['k8s:listType'],
  on: ['field', 'type'],
  limits: 'lists',
  priority: 9,
  argument: oneOf('atomic', 'set', 'map'),
  summary: 'How lists are merged: as one value, as a set, or as a map by the keys that +listMapKey names.',
  example: '// +listType=map',
  applyToSchema: (schema, type) => ({ ...schema, 'x-kubernetes-list-type': type }),
});

const listMapKey = defineMarker({
  name: 'listMapKey',
  aliases: ['k8s:listMapKey'],
  on: ['field', 'type'],
  limits: 'lists',
  repeatable: true,
  argument: text(),
  summary: 'A property that tells the items of a list apart; the list is +listType=map.',
  example: '// +listMapKey=type',
  applyToSchema: (schema, key) => {
    const keys = schema['x-kubernetes-list-map-keys'] ?? [];
    return { ...schema, 'x-kubernetes-list-map-keys': keys.includes(key) ? keys : [...keys, key] };
  },
});

const mapType = defineMarker({
  name: 'mapType',
  on: ['field', 'type'],
  limits: 'objects',
  argument: oneOf('granular', 'atomic'),
  summary: 'How maps are merged: key by key, or as one value.',
  example: '// +mapType=atomic',
  applyToSchema: (schema, type) => ({ ...schema, 'x-kubernetes-map-type': type }),
});

const structType = defineMarker({
  name: 'structType',
  on: ['field', 'type'],
  limits: 'objects',
  argument: oneOf('granular', 'atomic'),
  summary: 'How objects are merged: field by field, or as one value.',
  example: '// +structType=atomic',
  applyToSchema: (schema, type) => ({ ...schema, 'x-kubernetes-map-type': type }),
});

const preserveUnknownFields = defineMarker({
  name: 'preserveUnknownFields',
  aliases: ['pruning:PreserveUnknownFields', 'validation:XPreserveUnknownFields'],
  on: ['field', 'type'],
  argument: none(),
  summary: 'Fields that the schema does not know are kept.',
  example: '// +preserveUnknownFields',
  applyToSchema: (schema) => ({ ...schema, 'x-kubernetes-preserve-unknown-fields': true }),
});

const embeddedResource = defineMarker({
  name: 'embeddedResource',
  aliases: ['validation:EmbeddedResource', 'validation:XEmbeddedResource'],
  on: ['field', 'type'],
  argument: none(),
  limits: 'objects',
  summary: 'The value is a whole Kubernetes object, with apiVersion, kind and metadata.',
  example: '// +embeddedResource',
  applyToSchema: (schema) => ({ ...schema, 'x-kubernetes-embedded-resource': true }),
});

/** In Go's grammar `{}` is an empty map; on a list it means an empty list. */
function isEmptyList(type: string | undefined, value: unknown): boolean {
  return type === 'array' && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

export const schemaMarkers = [
  defaultValue,
  example,
  title,
  externalDocs,
  nullable,
  listType,
  listMapKey,
  mapType,
  structType,
  preserveUnknownFields,
  embeddedResource,
];
