import { knownFormat, knownFormats } from '@opgen/rules/schema';
import { type Diagnostic, didYouMean, type Place } from '../diagnostics.ts';
import type { Json } from '../kubernetes/json.ts';
import type { JSONSchemaProps } from '../kubernetes/json-schema.ts';
import type { Marker } from '../markers/marker.ts';
import { wrongInPattern } from './check-pattern.ts';
import type { ServerRules } from './server-rules.ts';
import { validateValue } from './validate-value.ts';

/** What a schema belongs to, for messages and places. */
export interface Subject {
  /** The name of the field or the type. */
  what: string;
  place: Place;
  markers: readonly Marker[];
  /** A marker was refused and reported, so nothing can be said of what is missing. */
  markersAreIncomplete?: boolean;
}

/** Tells what the API server would refuse, or could never satisfy, about the schema of one field or type. */
export function checkSchema(
  schema: JSONSchemaProps,
  subject: Subject,
  { problems, server }: { problems: Diagnostic[]; server: ServerRules },
): void {
  for (const check of [
    checkLimits,
    checkPattern,
    checkEnum,
    checkListTopology,
    checkDefault,
    checkExample,
    checkFormat,
  ]) {
    problems.push(...check(schema, subject, server));
  }
}

const pairs = [
  ['minimum', 'maximum', 'validation:Minimum'],
  ['minLength', 'maxLength', 'validation:MinLength'],
  ['minItems', 'maxItems', 'validation:MinItems'],
  ['minProperties', 'maxProperties', 'validation:MinProperties'],
] as const;

function checkLimits(schema: JSONSchemaProps, subject: Subject): Diagnostic[] {
  return pairs.flatMap(([lower, upper, marker]) => {
    const [least, most] = [schema[lower], schema[upper]];
    if (least === undefined || most === undefined || least <= most) return [];
    return problem(
      subject,
      marker,
      'OPG2105',
      `no value has a ${lower} of ${least} and a ${upper} of ${most}`,
      'swap them',
    );
  });
}

function checkPattern(schema: JSONSchemaProps, subject: Subject, server: ServerRules): Diagnostic[] {
  const wrong = wrongInPattern(schema, server);
  return wrong === undefined
    ? []
    : problem(subject, 'validation:Pattern', 'OPG2104', wrong.message, wrong.hint);
}

function checkEnum({ enum: values, ...schema }: JSONSchemaProps, subject: Subject): Diagnostic[] {
  const wrong = values?.filter((value) => validateValue(value, typeOf(schema)).length > 0) ?? [];
  return wrong.flatMap((value) =>
    problem(
      subject,
      'validation:Enum',
      'OPG2103',
      `${JSON.stringify(value)} can never be a value of ${subject.what}, which is of type ${schema.type}`,
      schema.type === 'string' ? `write "${String(value)}" in double quotes` : 'list values of that type',
    ),
  );
}

function typeOf({ type, ...schema }: JSONSchemaProps): JSONSchemaProps {
  const intOrString = schema['x-kubernetes-int-or-string'];
  return {
    ...(type && { type }),
    ...(intOrString && { 'x-kubernetes-int-or-string': true }),
  };
}

function checkListTopology(schema: JSONSchemaProps, subject: Subject): Diagnostic[] {
  const { items = {} } = schema;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'map') {
    if (keys.length > 0) {
      return problem(
        subject,
        'listMapKey',
        'OPG2101',
        '+listMapKey is for +listType=map',
        'add // +listType=map',
      );
    }
    const plain = items.type !== 'object' && items.type !== 'array';
    const isAtomic =
      items['x-kubernetes-map-type'] === 'atomic' || items['x-kubernetes-list-type'] === 'atomic';
    if (type !== 'set' || plain || isAtomic) return [];
    return problem(
      subject,
      'listType',
      'OPG2101',
      'the items of a set are plain values or atomic',
      'write +listType=map',
    );
  }
  if (items.type !== 'object') {
    return problem(
      subject,
      'listType',
      'OPG2101',
      'the items of +listType=map are objects',
      'write +listType=set or atomic',
    );
  }
  if (keys.length === 0) {
    return problem(
      subject,
      'listType',
      'OPG2101',
      '+listType=map needs a key',
      'add // +listMapKey=<property>',
    );
  }
  return keys.flatMap((key) => {
    const property = items.properties?.[key];
    const hint = `the items have ${Object.keys(items.properties ?? {}).join(', ') || 'no properties'}`;
    if (property === undefined)
      return problem(subject, 'listMapKey', 'OPG2101', `the items have no property '${key}'`, hint);
    const scalar = ['string', 'integer', 'number', 'boolean'].includes(property.type ?? '');
    if (!scalar)
      return problem(subject, 'listMapKey', 'OPG2101', `the key '${key}' is not a plain value`, hint);
    if (items.required?.includes(key) || property.default !== undefined) return [];
    return problem(
      subject,
      'listMapKey',
      'OPG2101',
      `the key '${key}' may be absent from an item`,
      'a key is required or has a default: remove its question mark, or give it a +default',
    );
  });
}

function checkDefault(schema: JSONSchemaProps, subject: Subject): Diagnostic[] {
  if (schema.default === undefined) return [];
  return validateValue(schema.default, schema).flatMap((reason) =>
    problem(
      subject,
      'default',
      'OPG2102',
      `the default of ${subject.what} does not fit it: ${reason}`,
      schema.type === 'string' && typeof schema.default !== 'string'
        ? `write +default="${text(schema.default)}"`
        : undefined,
    ),
  );
}

/** The server takes any example; one that is wrong misleads its readers. */
function checkExample(schema: JSONSchemaProps, subject: Subject): Diagnostic[] {
  if (schema.example === undefined) return [];
  return validateValue(schema.example, schema).flatMap((reason) =>
    asWarnings(
      problem(subject, 'example', 'OPG2119', `the example of ${subject.what} does not fit it: ${reason}`),
    ),
  );
}

/** The server takes any word for a format, and checks nothing for one that it does not know. */
function checkFormat({ format }: JSONSchemaProps, subject: Subject): Diagnostic[] {
  const isOurs = subject.markers.some(
    ({ definition, value }) => definition.name === 'validation:Format' && value === format,
  );
  if (!isOurs || format === undefined || knownFormat(format) !== undefined) return [];
  const message = `the API server knows no format '${format}', and accepts every text`;
  const hint = didYouMean(format, knownFormats) ?? 'write a +validation:Pattern';
  return asWarnings(problem(subject, 'validation:Format', 'OPG2120', message, hint));
}

function asWarnings(problems: readonly Diagnostic[]): Diagnostic[] {
  return problems.map((told) => ({ ...told, severity: 'warning' }));
}

function text(value: Json | undefined): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A problem at the marker that caused it, or at the subject when the cause came with its type. */
function problem(
  { markers, place }: Subject,
  marker: string,
  code: Diagnostic['code'],
  message: string,
  hint?: string,
): Diagnostic[] {
  const cause = markers.findLast(({ definition }) => definition.name === marker);
  return [
    { code, severity: 'error', message, ...(hint !== undefined && { hint }), place: cause?.place ?? place },
  ];
}
