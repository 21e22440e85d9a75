import type { Marker } from '../../markers/marker.ts';
import type { FieldModel, TypeModel } from '../type-model.ts';

/** The markers of a type, after those of the types that it refers to, extends or joins. */
export function markersAround(type: TypeModel): readonly Marker[] {
  if (type.kind === 'named') return [...markersAround(type.type), ...type.markers];
  return type.kind === 'object' ? (type.markers ?? []) : [];
}

/** Adds the markers and the comment of `other` to a type, without duplicates. */
export function markedLike(type: TypeModel, other: TypeModel): TypeModel {
  if (other.kind !== 'named') return type;
  const inner = markedLike(type, other.type);
  const known = markersAround(inner);
  const markers = other.markers.filter((marker) => !known.includes(marker));
  const doc = isDescribed(inner) ? '' : other.doc;
  return markers.length === 0 && doc === '' ? inner : { ...other, doc, markers, type: inner };
}

/** The type of a field that is present, with those markers of the field that also apply to types. */
export function typeOfField(field: FieldModel, name: string): TypeModel {
  const { doc, markersAreIncomplete, place, type } = field;
  const markers = field.markers.filter(isOfType);
  if (markers.length === 0) return type;
  return { kind: 'named', name, doc, markers, markersAreIncomplete, type, place };
}

export function isOfType({ definition }: Marker): boolean {
  return definition.on.includes('type');
}

function isDescribed(type: TypeModel): boolean {
  return type.kind === 'named' && (type.doc !== '' || isDescribed(type.type));
}
