import type { Marker } from '../../markers/marker.ts';
import type { FieldModel, TypeModel } from '../type-model.ts';

/** The markers of a type and of those that it takes over, its own last. */
export function markersAround(type: TypeModel): readonly Marker[] {
  if (type.kind === 'named') return [...markersAround(type.type), ...type.markers];
  return type.kind === 'object' ? (type.markers ?? []) : [];
}

/** A type that another is a part of as well: what stands above the other holds for it, but once. */
export function markedLike(type: TypeModel, other: TypeModel): TypeModel {
  if (other.kind !== 'named') return type;
  const inner = markedLike(type, other.type);
  const known = markersAround(inner);
  const markers = other.markers.filter((marker) => !known.includes(marker));
  const doc = isDescribed(inner) ? '' : other.doc;
  return markers.length === 0 && doc === '' ? inner : { ...other, doc, markers, type: inner };
}

/** The type of a field that is always there, with what stands above the field and could stand above a type. */
export function typeOfField(field: FieldModel, name: string): TypeModel {
  const { doc, markersAreIncomplete, place, type } = field;
  const markers = field.markers.filter(isOfType);
  if (markers.length === 0) return type;
  return { kind: 'named', name, doc, markers, markersAreIncomplete, type, place };
}

/** Whether a marker could stand above a type as well as above a field. */
export function isOfType({ definition }: Marker): boolean {
  return definition.on.includes('type');
}

function isDescribed(type: TypeModel): boolean {
  return type.kind === 'named' && (type.doc !== '' || isDescribed(type.type));
}
