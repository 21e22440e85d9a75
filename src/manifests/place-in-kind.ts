import type { Place } from '../diagnostics.ts';
import { type Marker, placeOfArgument } from '../markers/marker.ts';
import type { KindModel } from '../model/api-model.ts';

/** The place of a marker, which can be given by name, or of its argument; by default the interface of the kind. */
export function placeInKind(
  model: KindModel,
  cause?: string | { marker: Marker | undefined; argument?: string },
): Place {
  const { argument, marker } =
    typeof cause === 'object'
      ? { argument: undefined, ...cause }
      : { argument: undefined, marker: model.markers.find(({ definition }) => definition.name === cause) };
  if (marker === undefined) return model.place;
  return argument === undefined ? marker.place : placeOfArgument(marker, argument);
}
