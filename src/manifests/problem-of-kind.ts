import type { Diagnostic } from '../diagnostics.ts';
import type { KindModel } from '../model/api-model.ts';
import { type Marker, placeOfArgument } from '../markers/marker.ts';

/** Something wrong with a kind as a whole, told at the marker that says it, or else at its interface. */
export function problemOfKind(
  model: KindModel,
  code: Diagnostic['code'],
  message: string,
  hint: string,
  cause?: string | { marker: Marker | undefined; argument?: string },
): Diagnostic {
  const { argument, marker } =
    typeof cause === 'object'
      ? { argument: undefined, ...cause }
      : { argument: undefined, marker: model.markers.find(({ definition }) => definition.name === cause) };
  const place =
    marker === undefined
      ? model.place
      : argument === undefined
        ? marker.place
        : placeOfArgument(marker, argument);
  return { code, severity: 'error', message, hint, place };
}
