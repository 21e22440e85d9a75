import type { JSONSchemaProps } from '@opgen/rules/schema';
import { escapeProperty } from '@opgen/rules/names';
import { nearestName } from '../../diagnostics.ts';
import { list, text } from '../argument-types.ts';
import { defineMarker, type Rejection } from '../define-marker.ts';
import { addRule } from './add-rule.ts';

const onObjects = {
  on: ['kind', 'type', 'field'],
  limits: 'objects',
  repeatable: true,
  argument: list(text()),
  reject: rejectFields,
} as const;

const atMostOneOf = defineMarker({
  name: 'validation:AtMostOneOf',
  ...onObjects,
  priority: 11,
  summary: 'At most one of these fields may be set.',
  example: '// +validation:AtMostOneOf=schedule;interval',
  applyToSchema: (schema, fields) =>
    addRule(schema, {
      rule: `${countSet(fields)} <= 1`,
      message: `at most one of the fields in [${fields.join(' ')}] may be set`,
    }),
});

const exactlyOneOf = defineMarker({
  name: 'validation:ExactlyOneOf',
  ...onObjects,
  priority: 12,
  summary: 'Exactly one of these fields must be set.',
  example: '// +validation:ExactlyOneOf=schedule;interval',
  applyToSchema: (schema, fields) =>
    addRule(schema, {
      rule: `${countSet(fields)} == 1`,
      message: `exactly one of the fields in [${fields.join(' ')}] must be set`,
    }),
});

const atLeastOneOf = defineMarker({
  name: 'validation:AtLeastOneOf',
  ...onObjects,
  priority: 13,
  summary: 'At least one of these fields must be set.',
  example: '// +validation:AtLeastOneOf=schedule;interval',
  applyToSchema: (schema, fields) =>
    addRule(schema, {
      rule: fields.map((field) => `has(self.${escapeProperty(field)})`).join('||'),
      message: `at least one of the fields in [${fields.join(' ')}] must be set`,
    }),
});

function countSet(fields: readonly string[]): string {
  return fields.map((field) => `(has(self.${escapeProperty(field)})?1:0)`).join('+');
}

function rejectFields(
  { properties = {}, required }: JSONSchemaProps,
  fields: string[],
): Rejection | undefined {
  const names = Object.keys(properties);
  for (const field of fields) {
    if (!Object.hasOwn(properties, field)) {
      const near = nearestName(field, names);
      const isNested = field.includes('.');
      const message = isNested
        ? `'${field}' is not a direct field of the object`
        : `there is no field '${field}'`;
      const known = names.length === 0 ? 'the type has no fields' : `the fields are ${names.join(', ')}`;
      return { message, hint: near === undefined || isNested ? known : `did you mean '${near}'?` };
    }
    if (required?.includes(field)) {
      return { message: `the field '${field}' is required`, hint: `make it optional: ${field}?` };
    }
    if (escapeProperty(field) === undefined) {
      return {
        message: `CEL cannot refer to the field '${field}'`,
        hint: 'rename it: use letters, digits and _',
      };
    }
  }
  return fields.length > 1
    ? undefined
    : { message: 'it names fewer than two fields', hint: 'separate the names with ;' };
}

export const unionMarkers = [atMostOneOf, exactlyOneOf, atLeastOneOf];
