import type { Place } from '../../diagnostics.ts';
import type { IndexSignature, TypeSyntax } from '../../source/type-syntax.ts';
import { type FieldModel, objectOf, unreadableType, type TypeModel, unwrapped } from '../type-model.ts';
import { namedDefaults } from './defaults.ts';
import { fieldsOf } from './fields-of.ts';
import { mapOf } from './map.ts';
import { markersAround } from './marked.ts';
import type { Resolution, Scope } from './resolution.ts';

/** The part between braces: properties, or an index signature. */
export type Body = Pick<TypeSyntax & { kind: 'object' }, 'members' | 'index'>;

/** The object type of a body and the types that it extends. */
export function objectType(
  { index, members }: Body,
  bases: readonly TypeSyntax[],
  place: Place,
  scope: Scope,
  resolution: Resolution,
): TypeModel {
  const entries = index && indexedObject(index, place, scope, resolution);
  if (entries?.kind === 'unreadable') return entries;
  if (entries !== undefined && bases.length + members.length === 0) return entries;
  if (entries === undefined || isOpen(entries)) {
    const defaults = bases.map((base) => namedDefaults(base, scope, resolution));
    const taken = bases
      .filter((_, position) => defaults[position] === undefined)
      .map((base) => fieldsOf(resolution.resolve(base, scope), base, resolution.facts));
    const inherited = taken.flatMap(({ fields }) => fields);
    return objectOf(overridden([...inherited, ...resolution.fields(members, scope)]), place, {
      open: entries !== undefined || taken.some(({ open }) => open),
      markers: taken.flatMap(({ markers }) => markers),
      defaults: defaults.flatMap((each) => each ?? []),
      problems: taken.flatMap(({ problems }) => problems),
    });
  }
  return unreadableType(
    place,
    'an object cannot have both named properties and an index signature',
    'move the entries to a field',
  );
}

/** Whether the entries may have any value, without markers. */
function isOpen(entries: TypeModel): boolean {
  if (entries.kind !== 'map') return entries.kind === 'openObject';
  return unwrapped(entries.value).kind === 'anything' && markersAround(entries.value).length === 0;
}

/** A map whose values have the comment and the markers above the index signature. */
function indexedObject(index: IndexSignature, place: Place, scope: Scope, resolution: Resolution): TypeModel {
  const { comments, doc, name } = index;
  const value = resolution.resolve(index.value, scope);
  const markers = resolution.markers.of(comments);
  if (doc === '' && comments.length === 0) return mapOf(index.key, value, place, scope, resolution);
  const markersAreIncomplete = resolution.markers.areIncomplete(comments);
  const named: TypeModel = { kind: 'named', name, doc, markers, markersAreIncomplete, type: value, place };
  return mapOf(index.key, named, place, scope, resolution);
}

/** The last field of a name wins, in the position of the first: an interface may narrow inherited fields. */
function overridden(fields: readonly FieldModel[]): FieldModel[] {
  const byName = new Map<string, FieldModel>();
  for (const field of fields) byName.set(field.name, field);
  return [...byName.values()];
}
