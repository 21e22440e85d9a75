import type { Place } from '../diagnostics.ts';
import type { MarkerDefinition } from './define-marker.ts';

/** A marker that was read and understood. */
export interface Marker<T = unknown> {
  definition: MarkerDefinition<T>;
  value: T;
  /** As written, without `+`, prefix and arguments: `validation:items:Minimum`. */
  name: string;
  place: Place;
  /** Where the value of a named argument stands. */
  argumentPlaces: ReadonlyMap<string, Place>;
  /** How many lists deep it looks: 1 for `validation:items:…`. */
  itemsDepth: number;
}

/** Narrows a marker to the type of its definition. */
export function isMarker<T>(marker: Marker, definition: MarkerDefinition<T>): marker is Marker<T> {
  return marker.definition === definition;
}

/** The place of an argument that is wrong, or of the marker when the argument is not there. */
export function placeOfArgument({ argumentPlaces, place }: Marker, name: string): Place {
  return argumentPlaces.get(name) ?? place;
}
