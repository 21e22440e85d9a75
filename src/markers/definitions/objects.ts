import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Change, change } from '../../kubernetes/change.ts';
import { count, none, oneOf } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';
import type { SchemaKeyword } from '../keywords/keyword.ts';
import { limits } from '../keywords/limits.ts';

const onFieldsAndTypes = { on: ['field', 'type'] } as const;
const onObjects = { ...onFieldsAndTypes, limits: 'objects' } as const;

const [minPropertiesKeyword, maxPropertiesKeyword] = limits(
  { name: 'minProperties', rejected: ({ value }) => `objects with fewer than ${value} properties` },
  { name: 'maxProperties', rejected: ({ value }) => `objects with more than ${value} properties` },
);

const minProperties = defineMarker({
  name: 'validation:MinProperties',
  aliases: ['k8s:minProperties'],
  ...onObjects,
  forItems: true,
  argument: count(),
  summary: 'The minimum number of properties.',
  example: '// +validation:MinProperties=1',
  keyword: minPropertiesKeyword,
});

const maxProperties = defineMarker({
  name: 'validation:MaxProperties',
  aliases: ['k8s:maxProperties'],
  ...onObjects,
  forItems: true,
  argument: count(),
  summary: 'The maximum number of properties.',
  example: '// +validation:MaxProperties=8',
  keyword: maxPropertiesKeyword,
});

const mapTypeKeyword: SchemaKeyword = { name: 'x-kubernetes-map-type', compare: compareMapTypes };

const mapType = defineMarker({
  name: 'mapType',
  ...onObjects,
  argument: oneOf('granular', 'atomic'),
  summary: 'How server-side apply merges a map: key by key, or as one value.',
  example: '// +mapType=atomic',
  keyword: mapTypeKeyword,
});

const structType = defineMarker({
  name: 'structType',
  ...onObjects,
  argument: oneOf('granular', 'atomic'),
  summary: 'How server-side apply merges an object: field by field, or as one value.',
  example: '// +structType=atomic',
  keyword: mapTypeKeyword,
});

const preserveUnknownFields = defineMarker({
  name: 'preserveUnknownFields',
  aliases: ['pruning:PreserveUnknownFields', 'validation:XPreserveUnknownFields'],
  ...onFieldsAndTypes,
  forItems: true,
  argument: none(),
  summary: 'The API server does not prune fields that the schema does not specify.',
  example: '// +preserveUnknownFields',
  keyword: { name: 'x-kubernetes-preserve-unknown-fields', compare: comparePruning },
});

const embeddedResource = defineMarker({
  name: 'embeddedResource',
  aliases: ['validation:EmbeddedResource', 'validation:XEmbeddedResource'],
  ...onObjects,
  forItems: true,
  argument: none(),
  summary: 'The value is a complete Kubernetes object with apiVersion, kind and metadata.',
  example: '// +embeddedResource',
  keyword: { name: 'x-kubernetes-embedded-resource', compare: compareEmbedding },
});

function compareMapTypes(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema['x-kubernetes-map-type'] ?? 'granular');
  if (was === is) return [];
  const message = `the map type changed from ${was} to ${is}: field managers that apply parts of the object get conflicts or take over each other's fields`;
  return [change('map-type-changed', path, message)];
}

function comparePruning(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema['x-kubernetes-preserve-unknown-fields'] === true);
  if (was === is || after.type === undefined) return [];
  return [
    is
      ? change('pruning-off', path, 'unknown fields are preserved')
      : change('pruning-on', path, 'unknown fields are pruned, also from stored objects'),
  ];
}

function compareEmbedding(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema['x-kubernetes-embedded-resource'] === true);
  if (was === is) return [];
  return [
    is
      ? change(
          'validation-added',
          path,
          'only complete objects with apiVersion, kind and metadata are accepted',
        )
      : change('validation-loosened', path, 'the value need not be a complete object'),
  ];
}

export const objectMarkers = [
  minProperties,
  maxProperties,
  mapType,
  structType,
  preserveUnknownFields,
  embeddedResource,
];
