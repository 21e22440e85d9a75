import type { Place } from '../../diagnostics.ts';
import type { TypeSyntax } from '../../source/type-syntax.ts';
import { type FieldModel, objectOf, refused, type TypeModel, unwrapped } from '../type-model.ts';
import { isAssignable } from './assignable.ts';
import { fieldsIn, fieldsOf } from './fields-of.ts';
import type { Resolution, Scope } from './resolution.ts';
import { unionOf } from './union.ts';

/** What all of several types are at once. */
export function intersectionType(
  members: readonly TypeSyntax[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const types = members.map((written) => ({ written, type: resolution.resolve(written, scope) }));
  // `string & { readonly brand: 'Host' }` is text all the same, and so is `string & {}`.
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
  const taken = types.map(({ type, written }) => fieldsOf(type, written, facts));
  const byName = new Map<string, FieldModel>();
  for (const field of taken.flatMap(({ fields }) => fields)) {
    const first = byName.get(field.name);
    byName.set(field.name, first === undefined ? field : bothFields(first, field, place));
  }
  return objectOf([...byName.values()], place, {
    markers: taken.flatMap(({ markers }) => markers),
    problems: taken.flatMap(({ problems }) => problems),
  });
}

/** A field that two types have is both of what they say. */
function bothFields(first: FieldModel, second: FieldModel, place: Place): FieldModel {
  return {
    ...second,
    doc: second.doc || first.doc,
    optional: first.optional && second.optional,
    type: narrower(first.type, second.type, place),
  };
}

function narrower(first: TypeModel, second: TypeModel, place: Place): TypeModel {
  if (isAssignable(second, first) === true) return second;
  if (isAssignable(first, second) === true) return first;
  const [a, b] = [unwrapped(first), unwrapped(second)];
  if (a.kind === 'unreadable') return a;
  if (b.kind === 'unreadable') return b;
  if (a.kind === 'literals' && b.kind === 'literals') {
    const values = a.values.filter((value) => b.values.includes(value));
    if (values.length > 0) return { kind: 'literals', values, place };
  }
  const [fields, more] = [fieldsIn(a), fieldsIn(b)];
  if (fields === undefined || more === undefined)
    return refused(place, 'no value is both of what this intersection says', 'keep one of the two');
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const field of more) {
    const own = byName.get(field.name);
    byName.set(field.name, own === undefined ? field : bothFields(own, field, place));
  }
  return objectOf([...byName.values()], place);
}

function isPlain(type: TypeModel): boolean {
  if (type.kind === 'runtime') return fieldsIn(type) === undefined;
  return ['primitive', 'number', 'literals', 'pattern', 'intOrString'].includes(type.kind);
}
