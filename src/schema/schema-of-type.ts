import { isDeepStrictEqual } from 'node:util';
import type { Json } from '@opgen/rules/json';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import { type Diagnostic, hasErrors, type Place } from '../diagnostics.ts';
import type { Facts } from '../kubernetes/facts.ts';
import { anchored } from '../model/pattern.ts';
import { typeWithoutSchema } from '../model/diagnostics.ts';
import { type FieldModel, type TypeModel, unwrapped } from '../model/type-model.ts';
import { builtInSchema } from '../kubernetes/built-in-types.ts';
import { runtimeTypes } from '../kubernetes/runtime-types.ts';
import { fieldMarkers } from '../markers/definitions/fields.ts';
import { isMarker, type Marker } from '../markers/marker.ts';
import { applyMarkers } from './apply-markers.ts';
import { changeDescriptions, firstSentence } from './change-descriptions.ts';
import { checkSchema } from './check-schema.ts';
import { bareNumber } from './diagnostics.ts';
import { description } from './description.ts';
import { missingDefaults } from './missing-defaults.ts';
import type { Origins } from './origins.ts';
import { schemaOfUnion } from './schema-of-union.ts';
import type { ServerRules } from './server-rules.ts';

export interface SchemaContext {
  facts: Facts | undefined;
  problems: Diagnostic[];
  origins: Origins;
  server: ServerRules;
}

type Model<K extends TypeModel['kind']> = Extract<TypeModel, { kind: K }>;

/** The structural schema of a type. */
export function schemaOfType(type: TypeModel, context: SchemaContext): JSONSchemaProps {
  const convert = converters[type.kind] as (type: TypeModel, context: SchemaContext) => JSONSchemaProps;
  return convert(type, context);
}

const converters: { [K in TypeModel['kind']]: (type: Model<K>, context: SchemaContext) => JSONSchemaProps } =
  {
    primitive: ({ type }) => ({ type }),
    literals: schemaOfLiterals,
    number: schemaOfNumber,
    pattern: ({ pattern }) => ({ type: 'string', pattern: anchored(pattern) }),
    intOrString: ({ pattern, values }) => ({
      ...runtimeTypes['IntOrString'],
      ...(pattern !== undefined && { pattern: anchored(pattern) }),
      ...(values !== undefined && { enum: [...values] }),
    }),
    list: ({ element }, context) => ({ type: 'array', items: schemaOfType(element, context) }),
    tuple: schemaOfTuple,
    map: ({ note, value }, context) => {
      if (note !== undefined) context.problems.push(note);
      return { type: 'object', additionalProperties: schemaOfType(value, context) };
    },
    object: ({ defaults = [], fields, markers = [], open, problems = [] }, context) => {
      context.problems.push(...problems);
      const since = context.problems.length;
      const object = schemaOfFields(fields, context);
      // A field that cannot be read has lost its default.
      if (!hasErrors(context.problems.slice(since)))
        context.problems.push(...missingDefaults(defaults, object));
      const whole = open ? { ...object, 'x-kubernetes-preserve-unknown-fields': true as const } : object;
      return applyMarkers(whole, markers, 'the object', context.problems);
    },
    union: ({ place, variants }, context) => {
      const known = variants.map((variant) => ({
        name: variant.kind === 'named' ? variant.name : 'an object',
        schema: schemaOfType(variant, context),
      }));
      return schemaOfUnion(known, place, context.problems);
    },
    openObject: () => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    anything: () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
    never: ({ place }, context) =>
      unreadable(place, 'no value has this type', 'make the field optional, or use another type', context),
    nullable: ({ type }, context) => withNull({ ...schemaOfType(type, context), nullable: true }),
    optional: ({ place, type }, context) => {
      if (type.kind !== 'never')
        unreadable(place, 'only a field can be undefined', 'JSON has no undefined: use | null', context);
      return schemaOfType(type, context);
    },
    runtime: ({ name }) => ({ ...runtimeTypes[name] }),
    builtIn: ({ schema }, { facts }) => (facts === undefined ? {} : builtInSchema(facts, schema)),
    structural: ({ schema }) => ({ ...schema }),
    named: schemaOfNamed,
    unreadable: ({ problem }, context) => {
      context.problems.push(problem);
      return { ...anyValue };
    },
  };

const anyValue: JSONSchemaProps = { 'x-kubernetes-preserve-unknown-fields': true };

function unreadable(
  place: Place,
  message: string,
  hint: string,
  { problems }: SchemaContext,
): JSONSchemaProps {
  problems.push(typeWithoutSchema({ message, hint, place }));
  return { ...anyValue };
}

function schemaOfNumber({ place }: Model<'number'>, { problems }: SchemaContext): JSONSchemaProps {
  problems.push(
    bareNumber({
      message: 'number becomes an integer without a format',
      hint: "use Int32, Int64, Double, or Integer to confirm it, from '@opgen/runtime'",
      place,
    }),
  );
  return { type: 'integer' };
}

function schemaOfTuple(
  { elements, least, place, rest }: Model<'tuple'>,
  context: SchemaContext,
): JSONSchemaProps {
  const all = [...elements, ...(rest === undefined ? [] : [rest])];
  const [items, ...others] = all.map((element) => schemaOfType(element, context));
  if (items === undefined || others.some((other) => !isDeepStrictEqual(other, items))) {
    return unreadable(
      place,
      items === undefined ? 'an empty tuple has no schema' : 'a tuple of different types has no schema',
      'make it an object',
      context,
    );
  }
  return {
    type: 'array',
    items,
    ...(least > 0 && { minItems: least }),
    ...(rest === undefined && { maxItems: elements.length }),
  };
}

function schemaOfLiterals({ values }: Model<'literals'>): JSONSchemaProps {
  const isBoolean = values.some((value) => typeof value === 'boolean');
  if (isBoolean && values.length === 2) return { type: 'boolean' };
  const numeric = values.every((value) => Number.isInteger(value)) ? 'integer' : 'number';
  const type = isBoolean ? 'boolean' : values.some((value) => typeof value === 'string') ? 'string' : numeric;
  return { type, enum: values as Json[] };
}

function schemaOfNamed(
  { name, doc, markers, markersAreIncomplete, type, place }: Model<'named'>,
  context: SchemaContext,
): JSONSchemaProps {
  const ofType = schemaOfType(type, context);
  const schema = isUnreadable(type) ? ofType : applyMarkers(ofType, markers, name, context.problems);
  if (!isUnreadable(type) && !markersAreIncomplete) checkSchema(schema, { name, place, markers }, context);
  const result = trimmed(described(withNull(schema), doc), markers);
  context.origins.add(result, { name, place, markers, markersAreIncomplete });
  return result;
}

export function schemaOfFields(fields: readonly FieldModel[], context: SchemaContext): JSONSchemaProps {
  // A field that must be absent, such as `grpc?: never`, is not in the schema.
  const present = fields.filter(({ optional, type }) => !(optional && type.kind === 'never'));
  const properties = Object.fromEntries(present.map((field) => [field.name, schemaOfField(field, context)]));
  const required = present
    .filter((field) => isRequired(field, properties[field.name]))
    .map(({ name }) => name);
  let object: JSONSchemaProps = {
    type: 'object',
    ...(present.length > 0 && { properties }),
    ...(required.length > 0 && { required: required.toSorted() }),
  };
  for (const { markers, name } of fields)
    for (const { definition, value } of markers)
      object = definition.applyToOwner?.(object, name, value) ?? object;
  return object;
}

function schemaOfField(
  { name, doc, markers, markersAreIncomplete, type, place }: FieldModel,
  context: SchemaContext,
): JSONSchemaProps {
  const isSchemaless = markers.some(({ definition }) => definition.ignoresType);
  const ofType = isSchemaless ? {} : schemaOfType(type, context);
  const schema = isUnreadable(type) ? ofType : applyMarkers(ofType, markers, name, context.problems);
  if (markers.length > 0 && !markersAreIncomplete) checkSchema(schema, { name, place, markers }, context);
  const result = trimmed(described(withNull(schema), doc), markers);
  context.origins.add(result, { name, place, markers, markersAreIncomplete });
  return result;
}

/** A marker decides, then the type. The type of a field with a default does not make it required. */
function isRequired({ markers, optional }: FieldModel, schema: JSONSchemaProps | undefined): boolean {
  const presence = markers.find(({ definition }) => definition.presence !== undefined)?.definition.presence;
  if (presence !== undefined) return presence === 'required';
  return !optional && schema?.default === undefined;
}

/** Whether opgen cannot read a type, so that its markers cannot be validated either. */
function isUnreadable(type: TypeModel): boolean {
  return unwrapped(type).kind === 'unreadable';
}

function described(schema: JSONSchemaProps, doc: string): JSONSchemaProps {
  const text = description(doc);
  return text === undefined ? schema : { ...schema, description: text };
}

/**
 * The API server rejects null if `enum` is set, even if the enum contains null. It does not apply `allOf` to null, so
 * this function moves the enum of a nullable field to `allOf`.
 */
function withNull(schema: JSONSchemaProps): JSONSchemaProps {
  if (schema.enum === undefined || !schema.nullable) return schema;
  const { enum: values, ...rest } = schema;
  return { ...rest, allOf: [...(rest.allOf ?? []), { enum: values }] };
}

/** Shortens descriptions as +opgen:descriptions requests. */
export function trimmed(schema: JSONSchemaProps, markers: readonly Marker[]): JSONSchemaProps {
  const marker = markers.find((each) => isMarker(each, fieldMarkers.descriptions));
  if (marker === undefined || marker.value === 'full') return schema;
  return changeDescriptions(schema, marker.value === 'none' ? () => undefined : firstSentence);
}
