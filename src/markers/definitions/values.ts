import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@opgen/rules/json';
import { type JSONSchemaProps, knownFormat, knownFormats } from '@opgen/rules/schema';
import { didYouMean } from '../../diagnostics.ts';
import { type Change, change } from '../../kubernetes/change.ts';
import { jsonOrAny, list, none, scalar, text } from '../argument-types.ts';
import { defineMarker } from '../define-marker.ts';
import {
  conflictingValues,
  impossibleEnumValue,
  invalidDefault,
  invalidExample,
  unknownFormat,
} from '../diagnostics.ts';
import type { CheckContext, KeywordProblem } from '../keywords/keyword.ts';

const format = defineMarker({
  name: 'validation:Format',
  aliases: ['k8s:format'],
  on: ['field', 'type'],
  forItems: true,
  argument: text(),
  summary: 'A format that the API server validates, such as date-time, ipv4 or uri.',
  example: '// +validation:Format=ipv4',
  keyword: { name: 'format', combine: 'both', compare: compareFormats, check: checkFormat },
});

const nullable = defineMarker({
  name: 'nullable',
  on: ['field'],
  argument: none(),
  summary: 'The field may be null, like `| null` in the type.',
  example: '// +nullable',
  keyword: { name: 'nullable', compare: compareNullable },
});

const enumeration = defineMarker({
  name: 'validation:Enum',
  on: ['field', 'type'],
  forItems: true,
  argument: list(scalar()),
  summary: "The accepted values, like a union such as 'Delete' | 'Retain' in the type.",
  example: '// +validation:Enum=Delete;Retain',
  keyword: { name: 'enum', compare: compareValues, check: checkValues },
  reject: ({ enum: ofType }, values) =>
    ofType === undefined || difference(ofType, values).length + difference(values, ofType).length === 0
      ? undefined
      : {
          diagnostic: conflictingValues,
          message: 'its type lists other values',
          hint: 'remove the marker, or narrow the type',
        },
  applyToSchema: (schema, values) => ({ ...schema, enum: schema.enum ?? withoutDuplicates(values) }),
});

/** A field with a default is required only with `+required`, because the API server sets it. */
export const defaultValue = defineMarker({
  name: 'default',
  on: ['field'],
  argument: jsonOrAny(),
  summary: 'The value that the API server sets when the field is absent.',
  example: '// +default="memcached:1.6-alpine"',
  keyword: { name: 'default', holdsData: true, compare: compareDefaults, check: checkDefault },
  reject: (_, value) =>
    typeof value === 'string' && /^ref\(.*\)$/.test(value)
      ? { message: 'it refers to a constant, as in Go', hint: 'write the value itself' }
      : undefined,
  applyToSchema: (schema, value) => ({ ...schema, default: isEmptyList(schema.type, value) ? [] : value }),
});

const example = defineMarker({
  name: 'example',
  on: ['field'],
  argument: jsonOrAny(),
  summary: 'An example value, for documentation.',
  example: '// +example="memcached:1.6-alpine"',
  keyword: { name: 'example', holdsData: true, check: checkExample },
});

/** In Go's grammar, `{}` is an empty map; for a list it means an empty list. */
function isEmptyList(type: string | undefined, value: unknown): boolean {
  return type === 'array' && typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** The API server accepts any format and ignores those that it does not know. */
function checkFormat({ format: name = '' }: JSONSchemaProps, { isMarked }: CheckContext): KeywordProblem[] {
  if (!isMarked || knownFormat(name) !== undefined) return [];
  return [
    {
      diagnostic: unknownFormat,
      message: `the API server does not know the format '${name}' and accepts every string`,
      hint: didYouMean(name, knownFormats) ?? 'write a +validation:Pattern',
    },
  ];
}

const widerFormats: Readonly<Record<string, readonly string[]>> = { int32: ['int64'], float: ['double'] };

function compareFormats(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  // A change of the type is reported as such.
  if (before.type !== after.type) return [];
  const [was, is] = [before, after].map(validatedFormat);
  if (was === is) return [];
  if (is === undefined)
    return [change('validation-loosened', path, `values need not have the format ${was}`)];
  if (was === undefined)
    return [change('validation-added', path, `values that do not have the format ${is} are rejected`)];
  const message = `the format changed from ${was} to ${is}`;
  return widerFormats[was]?.includes(is)
    ? [change('validation-loosened', path, message)]
    : [change('validation-tightened', path, message)];
}

function validatedFormat({ format: name = '' }: JSONSchemaProps): string | undefined {
  return knownFormat(name);
}

const surprise = 'clients that read the field may not expect it';

function compareNullable(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[] {
  const [was, is] = [before, after].map((schema) => schema.nullable === true);
  if (was === is) return [];
  return [
    is
      ? change('nullable-added', path, `null is accepted: ${surprise}`)
      : change('nullable-removed', path, 'null is no longer accepted'),
  ];
}

function compareValues(
  { enum: was }: JSONSchemaProps,
  { enum: is }: JSONSchemaProps,
  path: string,
): Change[] {
  if (was === undefined && is === undefined) return [];
  if (was === undefined)
    return [change('validation-added', path, `values other than ${listed(is ?? [])} are rejected`)];
  if (is === undefined)
    return [change('enum-widened', path, `values other than ${listed(was)} are accepted: ${surprise}`)];
  const removed = difference(was, is);
  const added = difference(is, was);
  return [
    ...(removed.length > 0
      ? [change('validation-tightened', path, `${listed(removed)} is no longer accepted`)]
      : []),
    ...(added.length > 0 ? [change('enum-widened', path, `${listed(added)} is accepted: ${surprise}`)] : []),
  ];
}

function difference(values: readonly Json[], others: readonly Json[]): Json[] {
  return values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)));
}

function withoutDuplicates(values: readonly Json[]): Json[] {
  return values.filter((value, at) => difference([value], values.slice(0, at)).length > 0);
}

function listed(values: readonly Json[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

function checkValues(schema: JSONSchemaProps, { subject, validate }: CheckContext): KeywordProblem[] {
  const { enum: values = [], format: name, type } = schema;
  const ofType: JSONSchemaProps = {
    ...(type !== undefined && { type }),
    ...(schema['x-kubernetes-int-or-string'] && { 'x-kubernetes-int-or-string': true }),
  };
  const ofFormat: JSONSchemaProps = { ...ofType, ...(name !== undefined && { format: name }) };
  const isPossible = (value: Json, by: JSONSchemaProps): boolean => validate(value, by).length === 0;
  const impossible = values.filter((value) => !isPossible(value, ofFormat));
  return impossible.map((value) => {
    const is = isPossible(value, ofType) ? `has the format ${name}` : `is of type ${type}`;
    const isUnquoted = type === 'string' && typeof value !== 'string';
    return {
      diagnostic: impossibleEnumValue,
      message: `${JSON.stringify(value)} can never be a value of ${subject}, which ${is}`,
      hint: isUnquoted ? `write "${String(value)}" in double quotes` : 'list only values that it can have',
    };
  });
}

/** The API server also sets the default in stored objects when it reads them. */
function compareDefaults(
  { default: was }: JSONSchemaProps,
  { default: is }: JSONSchemaProps,
  path: string,
): Change[] {
  if (isDeepStrictEqual(was, is)) return [];
  const [old, now] = [was, is].map((value) => JSON.stringify(value));
  if (was === undefined)
    return [change('default-added', path, `when absent, the field is set to ${now}, also in stored objects`)];
  if (is === undefined)
    return [change('default-removed', path, `when absent, the field is no longer set to ${old}`)];
  const message = `when absent, the field is set to ${now} and no longer to ${old}, also in stored objects`;
  return [change('default-changed', path, message)];
}

function checkDefault(schema: JSONSchemaProps, { subject, validate }: CheckContext): KeywordProblem[] {
  const { default: value = null, type } = schema;
  const hint =
    type === 'string' && typeof value !== 'string' ? `write +default="${asText(value)}"` : undefined;
  return validate(value, schema).map((reason) => ({
    diagnostic: invalidDefault,
    message: `the default of ${subject} is not valid: ${reason}`,
    hint,
  }));
}

/** The API server accepts any example, but an invalid one misleads readers. */
function checkExample(schema: JSONSchemaProps, { subject, validate }: CheckContext): KeywordProblem[] {
  return validate(schema.example ?? null, schema).map((reason) => ({
    diagnostic: invalidExample,
    message: `the example of ${subject} is not valid: ${reason}`,
  }));
}

function asText(value: Json): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export const valueMarkers = [format, nullable, enumeration];
export const defaultMarkers = [defaultValue, example];
