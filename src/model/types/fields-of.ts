import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { Diagnostic, Place } from '../../diagnostics.ts';
import { builtInSchema } from '../../kubernetes/built-in-types.ts';
import type { Facts } from '../../kubernetes/facts.ts';
import { runtimeTypes } from '../../kubernetes/runtime-types.ts';
import type { Marker } from '../../markers/marker.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { bareField, type FieldModel, unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import { markersAround } from './marked.ts';

/** What a type that extends, intersects or picks from another type takes from it. */
export interface Taken {
  fields: readonly FieldModel[];
  /** The type may have fields that opgen does not know. */
  open: boolean;
  markers: readonly Marker[];
  problems: readonly Diagnostic[];
}

/** The fields of a type, or the problem if it has none. */
export function fieldsOf(type: TypeModel, written: TypeSyntax, facts: Facts | undefined): Taken {
  const inner = unwrapped(type);
  const fields = inner.kind === 'openObject' ? [] : fieldsIn(inner, facts);
  if (fields !== undefined) {
    const { open = inner.kind === 'openObject', problems = [] } = inner.kind === 'object' ? inner : {};
    return { fields, open, markers: markersAround(type), problems };
  }
  const { problem } =
    inner.kind === 'unreadable'
      ? inner
      : unreadableType(
          written.place,
          `${written.text} has no fields to inherit`,
          hints[inner.kind] ?? 'use an object type of this project or of Kubernetes',
        );
  return { fields: [], open: false, markers: [], problems: [problem] };
}

const hints: Partial<Record<TypeModel['kind'], string>> = {
  union: 'apply it to each member, and write a union of the results',
  map: 'an object cannot have both named properties and an index signature: move the entries to a separate field',
};

/** The fields of an object type; undefined for any other type. */
export function fieldsIn(type: TypeModel, facts?: Facts): readonly FieldModel[] | undefined {
  const inner = unwrapped(type);
  return inner.kind === 'object' ? inner.fields : fieldsOfSchema(knownSchema(inner, facts), inner.place);
}

/** The schema of a type that the project does not declare. */
export function knownSchema(type: TypeModel, facts: Facts | undefined): JSONSchemaProps | undefined {
  switch (type.kind) {
    case 'runtime':
      return runtimeTypes[type.name];
    case 'builtIn':
      return facts && builtInSchema(facts, type.schema);
    case 'structural':
      return type.schema;
    default:
      return undefined;
  }
}

function fieldsOfSchema(schema: JSONSchemaProps | undefined, place: Place): FieldModel[] | undefined {
  if (schema?.properties === undefined) return undefined;
  return Object.entries(schema.properties).map(([name, property]) => ({
    ...bareField(name, { kind: 'structural', schema: property, place }, place),
    optional: schema.required?.includes(name) !== true,
  }));
}
