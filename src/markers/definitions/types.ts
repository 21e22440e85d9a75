import { compact } from '../../kubernetes/compact.ts';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { none, oneOf } from '../argument-types.ts';
import { defineMarker, type Rejection } from '../define-marker.ts';

const type = defineMarker({
  name: 'validation:Type',
  on: ['field', 'type'],
  forItems: true,
  priority: 8,
  argument: oneOf('string', 'number', 'integer', 'boolean', 'array', 'object'),
  summary:
    'The JSON type, when it differs from the TypeScript type; the rest of the TypeScript type is ignored.',
  example: '// +validation:Type=string',
  keyword: { name: 'type' },
  applyToSchema: (schema, name) => (schema.type === name ? schema : { ...annotationsOf(schema), type: name }),
});

const intOrString = defineMarker({
  name: 'validation:XIntOrString',
  on: ['field', 'type'],
  forItems: true,
  priority: 8,
  argument: none(),
  summary: 'The value is an integer or a string, like IntOrString or number | string in the type.',
  example: '// +validation:XIntOrString',
  keyword: { name: 'x-kubernetes-int-or-string' },
  applyToSchema: (schema) =>
    schema['x-kubernetes-int-or-string']
      ? schema
      : {
          ...annotationsOf(schema),
          anyOf: [{ type: 'integer' }, { type: 'string' }],
          'x-kubernetes-int-or-string': true,
        },
});

const schemaless = defineMarker({
  name: 'validation:Schemaless',
  on: ['field'],
  argument: none(),
  ignoresType: true,
  summary: 'The type of the field is ignored: the other markers define the whole schema.',
  example: '// +validation:Schemaless',
});

/** In Go, a package marker may set it for all fields. */
const questionMark: Rejection = {
  message: 'a question mark after its name makes a field optional; no marker does it for a whole file',
  hint: 'write `size?: Int32`, or Partial<MemcachedSpec>',
};

const requiredField = defineMarker({
  name: 'validation:Required',
  aliases: ['required'],
  on: ['field'],
  notOn: { file: questionMark },
  argument: none(),
  presence: 'required',
  summary: 'The field is required, even if the type makes it optional or it has a default.',
  example: '// +required',
});

const optionalField = defineMarker({
  name: 'validation:Optional',
  aliases: ['optional', 'k8s:optional'],
  on: ['field'],
  notOn: { file: questionMark },
  argument: none(),
  presence: 'optional',
  summary: 'The field is optional, like a question mark in the type.',
  example: '// +optional',
});

/** The keywords that do not depend on the type. */
function annotationsOf({
  default: value,
  description,
  example,
  nullable,
  title,
}: JSONSchemaProps): JSONSchemaProps {
  return compact({ description, title, default: value, example, nullable });
}

export const typeMarkers = [type, intOrString, schemaless];
export const presenceMarkers = [requiredField, optionalField];
