import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { escapeProperty } from '@opgen/rules/cel';
import { nearestName } from '../../diagnostics.ts';
import { list, text } from '../argument-types.ts';
import { defineMarker, type Refusal } from '../define-marker.ts';
import { withRule } from './with-rule.ts';

const ofFields = {
  on: ['kind', 'type', 'field'],
  limits: 'objects',
  repeatable: true,
  argument: list(text()),
  misfit: wrongMembers,
} as const;

const atMostOneOf = defineMarker({
  name: 'validation:AtMostOneOf',
  ...ofFields,
  priority: 11,
  summary: 'Of these fields one may be set, or none.',
  example: '// +validation:AtMostOneOf=schedule;interval',
  applyToSchema: (schema, fields) =>
    withRule(schema, {
      rule: `${counted(fields)} <= 1`,
      message: `at most one of the fields in [${fields.join(' ')}] may be set`,
    }),
});

const exactlyOneOf = defineMarker({
  name: 'validation:ExactlyOneOf',
  ...ofFields,
  priority: 12,
  summary: 'Of these fields exactly one must be set.',
  example: '// +validation:ExactlyOneOf=schedule;interval',
  applyToSchema: (schema, fields) =>
    withRule(schema, {
      rule: `${counted(fields)} == 1`,
      message: `exactly one of the fields in [${fields.join(' ')}] must be set`,
    }),
});

const atLeastOneOf = defineMarker({
  name: 'validation:AtLeastOneOf',
  ...ofFields,
  priority: 13,
  summary: 'Of these fields one or more must be set.',
  example: '// +validation:AtLeastOneOf=schedule;interval',
  applyToSchema: (schema, fields) =>
    withRule(schema, {
      rule: fields.map((field) => `has(self.${escapeProperty(field)})`).join('||'),
      message: `at least one of the fields in [${fields.join(' ')}] must be set`,
    }),
});

function counted(fields: readonly string[]): string {
  return fields.map((field) => `(has(self.${escapeProperty(field)})?1:0)`).join('+');
}

function wrongMembers({ properties = {}, required }: JSONSchemaProps, fields: string[]): Refusal | undefined {
  const names = Object.keys(properties);
  for (const field of fields) {
    if (!Object.hasOwn(properties, field)) {
      const near = nearestName(field, names);
      const nested = field.includes('.');
      const message = nested ? `'${field}' is no field of the object itself` : `there is no field '${field}'`;
      const among = names.length === 0 ? 'the type has no fields' : `the fields are ${names.join(', ')}`;
      return { message, hint: near === undefined || nested ? among : `did you mean '${near}'?` };
    }
    if (required?.includes(field)) {
      return { message: `the field '${field}' is always set`, hint: `make it optional: ${field}?` };
    }
    if (escapeProperty(field) === undefined) {
      return {
        message: `rules cannot name the field '${field}'`,
        hint: 'give it a name of letters and digits',
      };
    }
  }
  return fields.length > 1
    ? undefined
    : { message: 'it names fewer than two fields', hint: 'separate names with ;' };
}

export const unionMarkers = [atMostOneOf, exactlyOneOf, atLeastOneOf];
