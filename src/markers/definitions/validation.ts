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
import { defineMarker } from '../define-marker.ts';

const anywhere = { on: ['field', 'type'], forItems: true } as const;

const minimum = defineMarker({
  name: 'validation:Minimum',
  ...anywhere,
  limits: 'numbers',
  argument: number(),
  summary: 'The smallest number that is accepted.',
  example: '// +validation:Minimum=1',
  applyToSchema: (schema, minimum) => ({ ...schema, minimum }),
});

const maximum = defineMarker({
  name: 'validation:Maximum',
  ...anywhere,
  limits: 'numbers',
  argument: number(),
  summary: 'The largest number that is accepted.',
  example: '// +validation:Maximum=5',
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
  applyToSchema: (schema, multipleOf) => ({ ...schema, multipleOf }),
});

const minLength = defineMarker({
  name: 'validation:MinLength',
  ...anywhere,
  limits: 'text',
  argument: count(),
  summary: 'The fewest characters that are accepted.',
  example: '// +validation:MinLength=1',
  applyToSchema: (schema, minLength) => ({ ...schema, minLength }),
});

const maxLength = defineMarker({
  name: 'validation:MaxLength',
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
  ...anywhere,
  limits: 'lists',
  argument: count(),
  summary: 'The fewest items that are accepted.',
  example: '// +validation:MinItems=1',
  applyToSchema: (schema, minItems) => ({ ...schema, minItems }),
});

const maxItems = defineMarker({
  name: 'validation:MaxItems',
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
  ...anywhere,
  limits: 'objects',
  argument: count(),
  summary: 'The fewest properties that are accepted.',
  example: '// +validation:MinProperties=1',
  applyToSchema: (schema, minProperties) => ({ ...schema, minProperties }),
});

const maxProperties = defineMarker({
  name: 'validation:MaxProperties',
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
  applyToSchema: (schema, rule) => ({
    ...schema,
    'x-kubernetes-validations': [...(schema['x-kubernetes-validations'] ?? []), rule],
  }),
});

const requiredField = defineMarker({
  name: 'validation:Required',
  aliases: ['required', 'k8s:required'],
  on: ['field'],
  argument: none(),
  presence: 'required',
  summary: 'The field must be set, whatever the type says.',
  example: '// +required',
});

const optionalField = defineMarker({
  name: 'validation:Optional',
  aliases: ['optional', 'k8s:optional'],
  on: ['field'],
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
  xValidation,
  requiredField,
  optionalField,
];
