import { Quantity } from '@opgen/rules/quantity';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { podRequests } from '../../amounts/pod-resources.ts';
import { quantities, type Resources, sum } from '../../amounts/resources.ts';

/** What a Pod requests of its node, of which it occupies one of the places for Pods. */
export function requestsOf({ spec }: Pod): Resources {
  const place: Resources = new Map([['pods', new Quantity(1_000_000_000n)]]);
  return sum(sum(podRequests(spec), quantities(spec.overhead)), place);
}
