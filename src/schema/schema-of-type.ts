import type { Diagnostic } from '../diagnostics.ts';
import type { Facts } from '../kubernetes/facts.ts';
import type { Json, JSONSchemaProps } from '../kubernetes/json-schema.ts';
import type { FieldModel, TypeModel } from '../model/type-model.ts';
import { builtInSchema } from '../kubernetes/built-in-types.ts';
import { runtimeTypes } from '../kubernetes/runtime-types.ts';
import { applyMarkers } from './apply-markers.ts';
import { checkSchema } from './check-schema.ts';
import { description } from './description.ts';
import type { Origins } from './origins.ts';
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
    list: ({ element, length }, context) => ({
      type: 'array',
      items: schemaOfType(element, context),
      ...(length !== undefined && { minItems: length, maxItems: length }),
    }),
    map: ({ value }, context) => ({ type: 'object', additionalProperties: schemaOfType(value, context) }),
    object: ({ fields }, context) => schemaOfFields(fields, context),
    openObject: () => ({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }),
    anything: () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
    nullable: ({ type }, context) => ({ ...schemaOfType(type, context), nullable: true }),
    runtime: ({ name }) => ({ ...runtimeTypes[name] }),
    builtIn: ({ schema }, { facts }) => (facts === undefined ? {} : builtInSchema(facts, schema)),
    named: schemaOfNamed,
    unreadable: () => ({ 'x-kubernetes-preserve-unknown-fields': true }),
  };

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
  const schema = applyMarkers(schemaOfType(type, context), markers, name, context.problems);
  if (type.kind !== 'unreadable' && !markersAreIncomplete)
    checkSchema(schema, { what: name, place, markers }, context);
  const result = described(schema, doc);
  context.origins.add(result, { what: name, place, markers, markersAreIncomplete });
  return result;
}

export function schemaOfFields(fields: readonly FieldModel[], context: SchemaContext): JSONSchemaProps {
  const properties = Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field, context)]));
  const required = fields
    .filter((field) => isRequired(field, properties[field.name]))
    .map(({ name }) => name);
  let object: JSONSchemaProps = {
    type: 'object',
    ...(fields.length > 0 && { properties }),
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
  const saysNothing = markers.some(({ definition }) => definition.ignoresType);
  const ofType = saysNothing ? {} : schemaOfType(type, context);
  const schema = type.kind === 'unreadable' ? ofType : applyMarkers(ofType, markers, name, context.problems);
  if (markers.length > 0 && !markersAreIncomplete)
    checkSchema(schema, { what: name, place, markers }, context);
  const result = described(schema, doc);
  context.origins.add(result, { what: name, place, markers, markersAreIncomplete });
  return result;
}

/** Markers speak first, then the default, then the type. */
function isRequired({ markers, optional }: FieldModel, schema: JSONSchemaProps | undefined): boolean {
  const presence = markers.find(({ definition }) => definition.presence !== undefined)?.definition.presence;
  if (schema?.default !== undefined) return false;
  return presence === undefined ? !optional : presence === 'required';
}

function described(schema: JSONSchemaProps, doc: string): JSONSchemaProps {
  const text = description(doc);
  return text === undefined ? schema : { ...schema, description: text };
}
