import { isHealthy } from '../health/health.ts';
import type { Pod } from '../kinds/core/v1.ts';
import { isBeingDeleted } from '../objects/ownership.ts';

/** Which Pod should be the primary, or why there is none yet. */
export type Choice =
  | { readonly type: 'keep'; readonly pod: Pod }
  | { readonly type: 'promote'; readonly pod: Pod }
  /** The old primary may still act as primary, or no Pod is ready. */
  | { readonly type: 'wait'; readonly reason: string };

export interface Candidates {
  readonly pods: readonly Pod[];
  /** The holder of the Lease: `<name>_<uid>`; empty if there is none. */
  readonly holder: string;
  /** Whether the Lease has expired, so that the holder no longer acts as primary. */
  readonly isOver: boolean;
  /** Compares two Pods: negative if the first is the better primary. */
  readonly prefer: (a: Pod, b: Pod) => number;
}

/**
 * Keeps the primary as long as its Pod is ready. Otherwise it chooses the best ready Pod: at once if the old Pod is
 * gone, because its containers have terminated then; otherwise when the Lease has expired. Pure.
 */
export function choosePrimary({ pods, holder, isOver, prefer }: Candidates): Choice {
  const able = pods.filter((pod) => isHealthy(pod) && !isBeingDeleted(pod));
  const current = pods.find((pod) => identityOf(pod) === holder);
  if (current !== undefined && able.includes(current)) return { type: 'keep', pod: current };
  const [best] = able.toSorted((a, b) => prefer(a, b) || (a.metadata.name < b.metadata.name ? -1 : 1));
  if (best === undefined) return { type: 'wait', reason: 'no Pod is ready' };
  if (current === undefined || isOver) return { type: 'promote', pod: best };
  return {
    type: 'wait',
    reason: `${current.metadata.name} may still act as the primary until its lease expires`,
  };
}

/** The holder identity of a Pod. It includes the uid, because a recreated Pod is a different holder. */
export function identityOf({ metadata }: Pod): string {
  return `${metadata.name}_${metadata.uid}`;
}
