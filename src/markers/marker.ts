import type { Place } from '../diagnostics.ts';
import type { MarkerDefinition } from './define-marker.ts';
import { writtenOffset } from './lexer.ts';

/** A valid marker. */
export interface Marker<T = unknown> {
  definition: MarkerDefinition<T>;
  value: T;
  /** As written, without `+`, prefix and arguments: `validation:items:Minimum`. */
  name: string;
  place: Place;
  /** The whole line, from its `+`. */
  text: string;
  /** The places of the values of named arguments. */
  argumentPlaces: ReadonlyMap<string, Place>;
  /** How many levels of lists or maps it descends: 1 for `validation:items:…` and `k8s:eachVal=…`. */
  itemsDepth: number;
}

/** `MarkerOf<typeof rbac>`: a marker of that definition. */
export type MarkerOf<D> = D extends MarkerDefinition<infer T> ? Marker<T> : never;

/** Narrows a marker to the type of its definition. */
export function isMarker<T>(marker: Marker, definition: MarkerDefinition<T>): marker is Marker<T> {
  return marker.definition === definition;
}

/** The place of an argument, or of the marker when it omits the argument. */
export function placeOfArgument({ argumentPlaces, place }: Marker, name: string): Place {
  return argumentPlaces.get(name) ?? place;
}

/** The place of one character of an argument's value, after quotes and escapes. */
export function placeInArgument(marker: Marker, name: string, offset: number): Place {
  const place = placeOfArgument(marker, name);
  const start = place.column - marker.place.column;
  const written = marker.text.slice(start, start + (place.length ?? 0));
  return { ...place, column: place.column + writtenOffset(written, offset), length: 1 };
}
