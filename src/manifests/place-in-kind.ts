import type { Place } from '../diagnostics.ts';
import { type Marker, placeOfArgument } from '../markers/marker.ts';
import type { KindModel } from '../model/api-model.ts';

/** The marker of this name, or an argument of a marker; without one, the interface of the kind. */
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
