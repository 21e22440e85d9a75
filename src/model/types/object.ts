import type { Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type FieldModel, type TypeModel, unwrapped } from '../type-model.ts';
import { mapType } from './map.ts';
import type { Resolution, Scope } from './resolution.ts';

/** What stands between braces: properties, or an index signature. */
export type Body = Pick<TypeSyntax & { kind: 'object' }, 'members' | 'index'>;

/** The object that a body makes, on top of the fields that it inherits. */
export function objectType(
  { index, members }: Body,
  inherited: readonly FieldModel[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  if (index !== undefined && inherited.length + members.length === 0)
    return mapType(index.key, index.value, place, scope, resolution);
  if (index === undefined)
    return {
      kind: 'object',
      fields: overridden([...inherited, ...resolution.fields(members, scope)]),
      place,
    };
  return resolution.refuse(
    place,
    'an object has either named properties or an index signature',
    'drop one of them',
  );
}

export function intersectionType(
  members: readonly TypeSyntax[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  return { kind: 'object', fields: overridden(inheritedFields(members, scope, resolution)), place };
}

/** The fields of several types, one after the other. */
export function inheritedFields(
  types: readonly TypeSyntax[],
  scope: Scope,
  resolution: Resolution,
): FieldModel[] {
  return types.flatMap((type) => fieldsOf(resolution.resolve(type, scope), type, resolution) ?? []);
}

/** The fields of an object type; reports and gives nothing for any other. */
export function fieldsOf(
  type: TypeModel,
  written: TypeSyntax,
  resolution: Resolution,
): readonly FieldModel[] | undefined {
  const object = unwrapped(type);
  if (object.kind === 'object') return object.fields;
  if (object.kind !== 'unreadable') {
    resolution.refuse(
      written.place,
      `${written.text} has no fields to take over`,
      'only object types that this project declares have',
    );
  }
  return undefined;
}

/** Of several fields of one name the last counts, in the place of the first: an interface may narrow what it extends. */
function overridden(fields: readonly FieldModel[]): FieldModel[] {
  const byName = new Map<string, FieldModel>();
  for (const field of fields) byName.set(field.name, field);
  return [...byName.values()];
}
