import type { Clock } from '@opgen/runtime';
import type { Pod, PodCondition } from '@opgen/runtime/kinds/core/v1';
import { untilSecondsAfter } from '../time.ts';

/** Whether the Pod's containers have all ended for good. */
export function isTerminated({ status }: Pod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** Whether a controller counts the Pod: it has not ended and is not being deleted. */
export function isActive(pod: Pod): boolean {
  return !isTerminated(pod) && pod.metadata.deletionTimestamp === undefined;
}

export function podCondition(pod: Pod, type: string): PodCondition | undefined {
  return pod.status?.conditions?.find((condition) => condition.type === type);
}

export function isReady(pod: Pod): boolean {
  return podCondition(pod, 'Ready')?.status === 'True';
}

/** Milliseconds until a ready Pod is available; 0 or less once it is, and Infinity for a Pod that is not ready. */
export function untilAvailable(pod: Pod, minReadySeconds: number, clock: Clock): number {
  if (!isReady(pod)) return Infinity;
  if (minReadySeconds === 0) return 0;
  return untilSecondsAfter(clock, podCondition(pod, 'Ready')?.lastTransitionTime, minReadySeconds);
}
