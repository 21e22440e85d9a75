import { isHealthy } from '../health/health.ts';
import type { Pod } from '../kinds/core/v1.ts';
import { isBeingDeleted } from '../objects/ownership.ts';

/** Which Pod should be the primary, and why it may not be yet. */
export type Choice =
  | { readonly type: 'keep'; readonly pod: Pod }
  | { readonly type: 'promote'; readonly pod: Pod }
  /** The one before may still believe that it is the primary, or nobody can be. */
  | { readonly type: 'wait'; readonly reason: string };

export interface Candidates {
  readonly pods: readonly Pod[];
  /** Who holds the Lease: `<name>_<uid>`; empty when nobody does. */
  readonly holder: string;
  /** Whether the time is over for which the holder may believe that it is the primary. */
  readonly isOver: boolean;
  /** Which of two is the better one: negative for the first. */
  readonly prefer: (a: Pod, b: Pod) => number;
}

/**
 * Keeps who is the primary as long as that Pod is ready. Else the best that is ready follows: at once when the Pod of
 * the one before is gone, as then its containers have ended; otherwise when its time is over. Pure.
 */
export function choosePrimary({ pods, holder, isOver, prefer }: Candidates): Choice {
  const able = pods.filter((pod) => isHealthy(pod) && !isBeingDeleted(pod));
  const current = pods.find((pod) => identityOf(pod) === holder);
  if (current !== undefined && able.includes(current)) return { type: 'keep', pod: current };
  const [best] = able.toSorted((a, b) => prefer(a, b) || (a.metadata.name < b.metadata.name ? -1 : 1));
  if (best === undefined) return { type: 'wait', reason: 'no Pod is ready' };
  if (current === undefined || isOver) return { type: 'promote', pod: best };
  return { type: 'wait', reason: `${current.metadata.name} may still believe that it is the primary` };
}

/** What a Lease says of the Pod that holds it. A Pod that is made anew under the same name is another one. */
export function identityOf({ metadata }: Pod): string {
  return `${metadata.name}_${metadata.uid}`;
}
