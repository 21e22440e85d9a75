import type { Place } from '../diagnostics.ts';
import type { MarkerDefinition } from './define-marker.ts';
import { writtenOffset } from './lexer.ts';

/** A marker that was read and understood. */
export interface Marker<T = unknown> {
  definition: MarkerDefinition<T>;
  value: T;
  /** As written, without `+`, prefix and arguments: `validation:items:Minimum`. */
  name: string;
  place: Place;
  /** The whole line, from its `+`. */
  text: string;
  /** Where the value of a named argument stands. */
  argumentPlaces: ReadonlyMap<string, Place>;
  /** How many lists or maps deep it looks: 1 for `validation:items:…` and `k8s:eachVal=…`. */
  itemsDepth: number;
}

/** `MarkerOf<typeof rbac>`: a marker of that definition. */
export type MarkerOf<D> = D extends MarkerDefinition<infer T> ? Marker<T> : never;

/** Narrows a marker to the type of its definition. */
export function isMarker<T>(marker: Marker, definition: MarkerDefinition<T>): marker is Marker<T> {
  return marker.definition === definition;
}

/** The place of an argument that is wrong, or of the marker when the argument is not there. */
export function placeOfArgument({ argumentPlaces, place }: Marker, name: string): Place {
  return argumentPlaces.get(name) ?? place;
}

/** The place of one character within the value of an argument, past the quotes and escapes that it is written with. */
export function placeInArgument(marker: Marker, name: string, offset: number): Place {
  const place = placeOfArgument(marker, name);
  const start = place.column - marker.place.column;
  const written = marker.text.slice(start, start + (place.length ?? 0));
  return { ...place, column: place.column + writtenOffset(written, offset), length: 1 };
}
