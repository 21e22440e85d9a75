import type { Diagnostic, Place } from '../../diagnostics.ts';
import { builtInSchema } from '../../kubernetes/built-in-types.ts';
import type { Facts } from '../../kubernetes/facts.ts';
import type { JSONSchemaProps } from '../../kubernetes/json-schema.ts';
import { runtimeTypes } from '../../kubernetes/runtime-types.ts';
import type { Marker } from '../../markers/marker.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { bareField, type FieldModel, refused, type TypeModel, unwrapped } from '../type-model.ts';

/** What one type gives to another that extends it, joins it, or picks from it. */
export interface Taken {
  fields: readonly FieldModel[];
  /** What stands above it. */
  markers: readonly Marker[];
  problems: readonly Diagnostic[];
}

/** The fields of a type that has some; of any other, why there are none. */
export function fieldsOf(type: TypeModel, written: TypeSyntax, facts: Facts | undefined): Taken {
  const inner = unwrapped(type);
  const fields = fieldsIn(inner, facts);
  if (fields !== undefined) {
    const problems = inner.kind === 'object' ? (inner.problems ?? []) : [];
    return { fields, markers: markersAround(type), problems };
  }
  const { problem } =
    inner.kind === 'unreadable'
      ? inner
      : refused(
          written.place,
          `${written.text} has no fields to take over`,
          inner.kind === 'union'
            ? 'take them from each of its parts, and make the union of those'
            : 'object types have, of this project and of Kubernetes',
        );
  return { fields: [], markers: [], problems: [problem] };
}

/** The fields of an object type; nothing for any other. */
export function fieldsIn(type: TypeModel, facts?: Facts): readonly FieldModel[] | undefined {
  const inner = unwrapped(type);
  return inner.kind === 'object' ? inner.fields : fieldsOfSchema(knownSchema(inner, facts), inner.place);
}

/** The schema of a type that is none of the project's. */
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

/** The markers of a type and of those that it takes over, its own last. */
function markersAround(type: TypeModel): readonly Marker[] {
  if (type.kind === 'named') return [...markersAround(type.type), ...type.markers];
  return type.kind === 'object' ? (type.markers ?? []) : [];
}
