import type { Place } from '../../diagnostics.ts';
import type { Marker } from '../../markers/marker.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import {
  type FieldModel,
  isSameType,
  objectOf,
  unreadableType,
  type TypeModel,
  unwrapped,
} from '../type-model.ts';
import { isAssignable } from './assignable.ts';
import { fieldsIn, fieldsOf, type Taken } from './fields-of.ts';
import { isOfType, markedLike, typeOfField } from './marked.ts';
import type { Resolution, Scope } from './resolution.ts';
import { unionOf } from './union.ts';

/** `A & B`: the type of the values that match all members. */
export function intersectionType(
  members: readonly TypeSyntax[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const all = members.map((written) => ({ written, type: resolution.resolve(written, scope) }));
  const types = all.filter(({ type }) => unwrapped(type).kind !== 'anything');
  const only = types[0] ?? all[0];
  if (types.length < 2 && only !== undefined) return only.type;
  // Branded types such as `string & { readonly brand: 'Host' }` are still strings, and so is `string & {}`.
  const [plain, ...others] = types.filter(({ type }) => isPlain(unwrapped(type)));
  if (plain !== undefined)
    return others.reduce((joined, { type }) => narrower(joined, type, place), plain.type);

  const position = types.findIndex(({ type }) => unwrapped(type).kind === 'union');
  const union = types[position];
  if (union !== undefined) {
    const variants = (unwrapped(union.type) as TypeModel & { kind: 'union' }).variants;
    return unionOf(
      variants.map((type) => joined(types.with(position, { ...union, type }), place, resolution)),
      place,
    );
  }
  return joined(types, place, resolution);
}

function joined(
  types: readonly { written: TypeSyntax; type: TypeModel }[],
  place: Place,
  { facts }: Resolution,
): TypeModel {
  return merged(
    types.map(({ type, written }) => fieldsOf(type, written, facts)),
    place,
  );
}

function merged(types: readonly Taken[], place: Place): TypeModel {
  const byName = new Map<string, FieldModel>();
  for (const field of types.flatMap(({ fields }) => fields)) {
    const first = byName.get(field.name);
    byName.set(field.name, first === undefined ? field : bothFields(first, field, place));
  }
  return objectOf([...byName.values()], place, {
    open: types.some(({ open }) => open),
    markers: [...new Set(types.flatMap(({ markers }) => markers))],
    problems: types.flatMap(({ problems }) => problems),
  });
}

/** A field that both types have: its type must match both types and the markers of both fields. */
function bothFields(first: FieldModel, second: FieldModel, place: Place): FieldModel {
  if (first === second) return second;
  return {
    ...second,
    doc: second.doc || first.doc,
    markers: markersOfBoth(first, second),
    markersAreIncomplete: first.markersAreIncomplete || second.markersAreIncomplete,
    optional: mayBeAbsent(first) && mayBeAbsent(second),
    type: narrower(typeOfField(first, first.name), typeOfField(second, second.name), place),
  };
}

/** The markers that do not apply to types. If both fields have the same marker, the second wins. */
function markersOfBoth(first: FieldModel, second: FieldModel): readonly Marker[] {
  const [before, after] = [first, second].map(({ markers }) =>
    markers.filter((marker) => !isOfType(marker) && marker.definition.presence === undefined),
  ) as [Marker[], Marker[]];
  const overridden = new Set(after.map(({ definition }) => definition));
  return [...before.filter(({ definition }) => !overridden.has(definition)), ...after];
}

function mayBeAbsent({ markers, optional }: FieldModel): boolean {
  const presence = markers.find(({ definition }) => definition.presence !== undefined)?.definition.presence;
  return presence === undefined ? optional : presence === 'optional';
}

function narrower(first: TypeModel, second: TypeModel, place: Place): TypeModel {
  return markedLike(markedLike(bothTypes(first, second, place), second), first);
}

function bothTypes(first: TypeModel, second: TypeModel, place: Place): TypeModel {
  const [a, b] = [unwrapped(first), unwrapped(second)];
  if (isSameType(a, b)) return b;
  // Lists and maps are merged part by part, because the parts of both may have markers.
  if (a.kind === 'list' && b.kind === 'list')
    return { kind: 'list', element: narrower(a.element, b.element, place), place };
  if (a.kind === 'map' && b.kind === 'map') return { ...a, value: narrower(a.value, b.value, place), place };
  const [fromA, fromB] = [taken(a), taken(b)];
  if (fromA !== undefined && fromB !== undefined) return merged([fromA, fromB], place);

  if (isAssignable(b, a) === true) return b;
  if (isAssignable(a, b) === true) return a;
  if (a.kind === 'unreadable') return a;
  if (b.kind === 'unreadable') return b;
  if (a.kind === 'literals' && b.kind === 'literals') {
    const values = a.values.filter((value) => b.values.includes(value));
    if (values.length > 0) return { kind: 'literals', values, place };
  }
  return unreadableType(place, 'no value satisfies both sides of this intersection', 'remove one of them');
}

function taken(type: TypeModel): Taken | undefined {
  if (type.kind === 'openObject') return { fields: [], open: true, markers: [], problems: [] };
  const fields = fieldsIn(type);
  const { markers = [], open = false, problems = [] } = type.kind === 'object' ? type : {};
  return fields && { fields, open, markers, problems };
}

function isPlain(type: TypeModel): boolean {
  if (type.kind === 'runtime') return fieldsIn(type) === undefined;
  return ['primitive', 'number', 'literals', 'pattern', 'intOrString'].includes(type.kind);
}
