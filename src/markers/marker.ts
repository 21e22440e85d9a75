import type { Place } from '../diagnostics.ts';
import type { MarkerDefinition } from './define-marker.ts';

/** A marker that was read and understood. */
export interface Marker<T = unknown> {
  definition: MarkerDefinition<T>;
  value: T;
  /** As written, without `+`, prefix and arguments: `validation:items:Minimum`. */
  name: string;
  place: Place;
  /** How many lists deep it looks: 1 for `validation:items:…`. */
  itemsDepth: number;
}

/** Narrows a marker to the type of its definition. */
export function isMarker<T>(marker: Marker, definition: MarkerDefinition<T>): marker is Marker<T> {
  return marker.definition === definition;
}
