import type { Place } from '../../diagnostics.ts';
import type { MappedSyntax, TypeSyntax } from '../../source/type-syntax.ts';
import {
  bareField,
  type FieldModel,
  objectOf,
  unreadableType,
  type TypeModel,
  unwrapped,
  withoutUndefined,
} from '../type-model.ts';
import { fieldsIn } from './fields-of.ts';
import { mapOf } from './map.ts';
import { type Resolution, type Scope, withParameter } from './resolution.ts';
import { unionOf } from './union.ts';

/** `{ [K in 'a' | 'b']: T }`, or `{ [K in keyof T]?: T[K] }`, which keeps the comments and markers of T's fields. */
export function mappedType(
  type: MappedSyntax & TypeSyntax,
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const { keys, parameter, value } = type;
  const source = keys.kind === 'keyof' ? resolution.resolve(keys.type, scope) : undefined;
  const valueFor = (key: TypeModel): TypeModel =>
    resolution.resolve(value, withParameter(scope, parameter, key));
  if (source !== undefined) {
    const inner = unwrapped(source);
    const anyKey: TypeModel = { kind: 'number', place };
    if (inner.kind === 'unreadable') return inner;
    if ((inner.kind === 'optional' || inner.kind === 'nullable') && keys.kind === 'keyof') {
      if (keys.type.kind !== 'reference') return unsure(place);
      const within = withParameter(scope, keys.type.name, inner.type);
      return { ...inner, type: mappedType(type, place, within, resolution), place };
    }
    if (inner.kind === 'union') {
      if (keys.kind !== 'keyof' || keys.type.kind !== 'reference') return unsure(place);
      const { name } = keys.type;
      const variant = (each: TypeModel) =>
        mappedType(type, place, withParameter(scope, name, each), resolution);
      return unionOf(inner.variants.map(variant), place);
    }
    if (inner.kind === 'list') return { kind: 'list', element: valueFor(anyKey), place };
    if (inner.kind === 'map')
      return { ...inner, value: valueFor({ kind: 'primitive', type: 'string', place }), place };
    const fields = fieldsIn(inner, resolution.facts);
    if (fields === undefined) return inner.kind === 'tuple' ? unsure(place) : source;
    return objectOf(
      fields.flatMap((field) => mappedField(type, field, scope, resolution)),
      place,
      inner.kind === 'object' && inner.problems ? { problems: inner.problems } : {},
    );
  }
  const names = unwrapped(resolution.resolve(keys, scope));
  if (names.kind !== 'literals')
    return mapOf(keys, valueFor({ kind: 'primitive', type: 'string', place }), place, scope, resolution);
  return objectOf(
    names.values.flatMap((name) => {
      const field = bareField(String(name), { kind: 'anything', place }, keys.place);
      return mappedField(type, field, scope, resolution);
    }),
    place,
  );
}

/** Applies the mapped type to one field: a new type, new names, or no field if it maps to `never`. */
function mappedField(
  { keys, optional, parameter, rename, value }: MappedSyntax,
  field: FieldModel,
  scope: Scope,
  resolution: Resolution,
): FieldModel[] {
  const key: TypeModel = { kind: 'literals', values: [field.name], place: field.place };
  const within = withParameter(scope, parameter, key);
  const isSame =
    keys.kind === 'keyof' && value.kind === 'indexed' && value.text === `${keys.type.text}[${parameter}]`;
  const resolved = withoutUndefined(resolution.resolve(value, within));
  const type = isSame ? field.type : resolved.type;
  const isAbsent = optional ?? (field.optional || (resolved.optional && !isSame));
  const changed: FieldModel = {
    ...field,
    type,
    optional: isAbsent,
    markers: isSame ? withoutPresence(field, optional) : [],
  };
  if (rename === undefined) return [changed];
  const names = unwrapped(resolution.resolve(rename, within));
  if (names.kind === 'never') return [];
  if (names.kind !== 'literals')
    return [{ ...changed, type: names.kind === 'unreadable' ? names : unsure(rename.place) }];
  return names.values.map((name) => ({ ...changed, name: String(name) }));
}

/** `?` and `-?` override the markers that make a field required or optional. */
export function withoutPresence(
  { markers }: FieldModel,
  optional: boolean | undefined,
): FieldModel['markers'] {
  if (optional === undefined) return markers;
  return markers.filter(({ definition }) => definition.presence === undefined);
}

function unsure(place: Place): TypeModel {
  return unreadableType(
    place,
    'opgen cannot resolve this mapped type from the syntax',
    'write its fields out, or use Pick, Omit and Partial',
  );
}
