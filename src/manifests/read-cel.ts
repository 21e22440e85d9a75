import type { Marker } from '../markers/marker.ts';
import { webhook } from '../markers/definitions/webhook.ts';
import { isMarker } from '../markers/marker.ts';
import type { WrongInExpression } from './check-match-conditions.ts';

/** Loads the CEL type checker, which is large, only if a marker can contain match conditions. */
export async function readerOfCel(markers: readonly Marker[]): Promise<WrongInExpression> {
  const hasConditions = markers.some(
    (marker) =>
      isMarker(marker, webhook) &&
      (marker.value.matchConditions !== undefined || marker.value.patch !== undefined),
  );
  if (!hasConditions) return () => undefined;
  const { problemsOfCondition } = await import('@opgen/rules/match-conditions');
  return (expression) => problemsOfCondition(expression)[0]?.message;
}
