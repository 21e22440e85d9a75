import {
  boolean,
  count,
  list,
  named,
  none,
  number,
  oneOf,
  optional,
  required,
  scalar,
  text,
} from '../argument-types.ts';
import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { defineMarker, type Refusal } from '../define-marker.ts';
import { unionMarkers } from './unions.ts';
import { withRule } from './with-rule.ts';

/** In Go a package may say it for all fields. */
const questionMark = {
  message: 'a question mark behind the name says whether a field is optional, and nothing says it for a file',
  hint: 'write `size?: Int32`, or Partial<MemcachedSpec>',
};

const anywhere = { on: ['field', 'type'], forItems: true } as const;

const minimum = defineMarker({
  name: 'validation:Minimum',
  aliases: ['k8s:minimum'],
  ...anywhere,
  limits: 'numbers',
  argument: number(),
  summary: 'The smallest number that is accepted.',
  example: '// +validation:Minimum=1',
  misfit: fractional,
  applyToSchema: (schema, minimum) => ({ ...schema, minimum }),
});

const maximum = defineMarker({
  name: 'validation:Maximum',
  aliases: ['k8s:maximum'],
  ...anywhere,
  limits: 'numbers',
  argument: number(),
  summary: 'The largest number that is accepted.',
  example: '// +validation:Maximum=5',
  misfit: fractional,
  applyToSchema: (schema, maximum) => ({ ...schema, maximum }),
});

const exclusiveMinimum = defineMarker({
  name: 'validation:ExclusiveMinimum',
  ...anywhere,
  limits: 'numbers',
  argument: boolean(),
  summary: 'Whether the minimum itself is left out.',
  example: '// +validation:ExclusiveMinimum=true',
  applyToSchema: (schema, exclusiveMinimum) => ({ ...schema, exclusiveMinimum }),
});

const exclusiveMaximum = defineMarker({
  name: 'validation:ExclusiveMaximum',
  ...anywhere,
  limits: 'numbers',
  argument: boolean(),
  summary: 'Whether the maximum itself is left out.',
  example: '// +validation:ExclusiveMaximum=true',
  applyToSchema: (schema, exclusiveMaximum) => ({ ...schema, exclusiveMaximum }),
});

const multipleOf = defineMarker({
  name: 'validation:MultipleOf',
  ...anywhere,
  limits: 'numbers',
  argument: number(),
  summary: 'The number must be a multiple of this one.',
  example: '// +validation:MultipleOf=2',
  misfit: fractional,
  applyToSchema: (schema, multipleOf) => ({ ...schema, multipleOf }),
});

const minLength = defineMarker({
  name: 'validation:MinLength',
  aliases: ['k8s:minLength'],
  ...anywhere,
  limits: 'text',
  argument: count(),
  summary: 'The fewest characters that are accepted.',
  example: '// +validation:MinLength=1',
  applyToSchema: (schema, minLength) => ({ ...schema, minLength }),
});

const maxLength = defineMarker({
  name: 'validation:MaxLength',
  aliases: ['k8s:maxLength'],
  ...anywhere,
  limits: 'text',
  argument: count(),
  summary: 'The most characters that are accepted.',
  example: '// +validation:MaxLength=63',
  applyToSchema: (schema, maxLength) => ({ ...schema, maxLength }),
});

const pattern = defineMarker({
  name: 'validation:Pattern',
  ...anywhere,
  limits: 'text',
  argument: text(),
  summary: 'A regular expression (RE2) that the text must match.',
  example: '// +validation:Pattern=`^[a-z0-9-]+$`',
  applyToSchema: (schema, pattern) => ({ ...schema, pattern }),
});

const format = defineMarker({
  name: 'validation:Format',
  aliases: ['k8s:format'],
  ...anywhere,
  argument: text(),
  summary: 'A format that the API server knows, such as date-time, ipv4 or uri.',
  example: '// +validation:Format=ipv4',
  applyToSchema: (schema, format) => ({ ...schema, format }),
});

const enumeration = defineMarker({
  name: 'validation:Enum',
  ...anywhere,
  argument: list(scalar()),
  summary: "The values that are accepted. A union such as 'Delete' | 'Retain' says the same in the type.",
  example: '// +validation:Enum=Delete;Retain',
  applyToSchema: (schema, values) => ({ ...schema, enum: values }),
});

const minItems = defineMarker({
  name: 'validation:MinItems',
  aliases: ['k8s:minItems'],
  ...anywhere,
  limits: 'lists',
  argument: count(),
  summary: 'The fewest items that are accepted.',
  example: '// +validation:MinItems=1',
  applyToSchema: (schema, minItems) => ({ ...schema, minItems }),
});

const maxItems = defineMarker({
  name: 'validation:MaxItems',
  aliases: ['k8s:maxItems'],
  ...anywhere,
  limits: 'lists',
  argument: count(),
  summary: 'The most items that are accepted.',
  example: '// +validation:MaxItems=16',
  applyToSchema: (schema, maxItems) => ({ ...schema, maxItems }),
});

const uniqueItems = defineMarker({
  name: 'validation:UniqueItems',
  ...anywhere,
  argument: boolean(),
  summary: 'Not accepted: the API server refuses uniqueItems.',
  example: '// +listType=set',
  refused: {
    message: 'the API server refuses uniqueItems: checking it costs too much',
    hint: 'write +listType=set, or +listType=map with +listMapKey for objects',
  },
});

const minProperties = defineMarker({
  name: 'validation:MinProperties',
  aliases: ['k8s:minProperties'],
  ...anywhere,
  limits: 'objects',
  argument: count(),
  summary: 'The fewest properties that are accepted.',
  example: '// +validation:MinProperties=1',
  applyToSchema: (schema, minProperties) => ({ ...schema, minProperties }),
});

const maxProperties = defineMarker({
  name: 'validation:MaxProperties',
  aliases: ['k8s:maxProperties'],
  ...anywhere,
  limits: 'objects',
  argument: count(),
  summary: 'The most properties that are accepted.',
  example: '// +validation:MaxProperties=8',
  applyToSchema: (schema, maxProperties) => ({ ...schema, maxProperties }),
});

const xValidation = defineMarker({
  name: 'validation:XValidation',
  on: ['field', 'type', 'kind'],
  forItems: true,
  repeatable: true,
  argument: named({
    rule: required(text()),
    message: optional(text()),
    messageExpression: optional(text()),
    reason: optional(
      oneOf('FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate'),
    ),
    fieldPath: optional(text()),
    optionalOldSelf: optional(boolean()),
  }),
  summary: 'A rule in CEL that the value must keep; oldSelf is the value before an update.',
  example: '// +validation:XValidation:rule="self == oldSelf",message="port is immutable"',
  applyToSchema: withRule,
});

const type = defineMarker({
  name: 'validation:Type',
  ...anywhere,
  priority: 8,
  argument: oneOf('string', 'number', 'integer', 'boolean', 'array', 'object'),
  summary:
    'The type in JSON, where it is another than TypeScript says; what TypeScript says is then left out.',
  example: '// +validation:Type=string',
  applyToSchema: (schema, type) => (schema.type === type ? schema : { ...onlyNotes(schema), type }),
});

const intOrString = defineMarker({
  name: 'validation:XIntOrString',
  ...anywhere,
  priority: 8,
  argument: none(),
  summary: 'The value is an integer or a text. IntOrString, or number | string, says the same in the type.',
  example: '// +validation:XIntOrString',
  applyToSchema: (schema) =>
    schema['x-kubernetes-int-or-string']
      ? schema
      : {
          ...onlyNotes(schema),
          anyOf: [{ type: 'integer' }, { type: 'string' }],
          'x-kubernetes-int-or-string': true,
        },
});

const schemaless = defineMarker({
  name: 'validation:Schemaless',
  on: ['field'],
  argument: none(),
  ignoresType: true,
  summary: 'The type of the field is not read: the other markers say all that the API server knows of it.',
  example: '// +validation:Schemaless',
});

/** The server says nothing of a fraction that no integer can have. */
function fractional({ type }: JSONSchemaProps, value: number): Refusal | undefined {
  if (type !== 'integer' || Number.isInteger(value)) return undefined;
  return { message: `${value} is no integer, and the values are`, hint: 'write an integer, or say Double' };
}

/** What a schema says to readers. */
function onlyNotes({
  default: value,
  description,
  example,
  nullable,
  title,
}: JSONSchemaProps): JSONSchemaProps {
  return {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    ...(value !== undefined && { default: value }),
    ...(example !== undefined && { example }),
    ...(nullable !== undefined && { nullable }),
  };
}

const requiredField = defineMarker({
  name: 'validation:Required',
  aliases: ['required'],
  on: ['field'],
  notOn: { file: questionMark },
  argument: none(),
  presence: 'required',
  summary: 'The field must be set, whatever the type says.',
  example: '// +required',
});

const optionalField = defineMarker({
  name: 'validation:Optional',
  aliases: ['optional', 'k8s:optional'],
  on: ['field'],
  notOn: { file: questionMark },
  argument: none(),
  presence: 'optional',
  summary: 'The field may be left out. A question mark says the same in the type.',
  example: '// +optional',
});

export const validationMarkers = [
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  minLength,
  maxLength,
  pattern,
  format,
  enumeration,
  minItems,
  maxItems,
  uniqueItems,
  minProperties,
  maxProperties,
  type,
  intOrString,
  schemaless,
  xValidation,
  ...unionMarkers,
  requiredField,
  optionalField,
];
