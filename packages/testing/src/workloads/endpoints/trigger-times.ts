import type { Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { podCondition } from '../pods/pod-state.ts';

/** The annotation with the time of the change that endpoints follow. */
export const triggerTimeAnnotation = 'endpoints.kubernetes.io/last-change-trigger-time';

/** Remembers when Services and their Pods last changed. */
export class TriggerTimes {
  readonly #known = new Map<string, ReadonlyMap<string, string>>();

  /**
   * The time of the earliest change of the Service's endpoints since the last call: the Service was created, or the
   * readiness of a Pod changed. Undefined if neither happened.
   */
  next(service: Service, pods: readonly Pod[]): string | undefined {
    const { uid, creationTimestamp } = service.metadata;
    const before = this.#known.get(uid);
    const now = new Map(
      pods.flatMap((pod) => {
        const time = podCondition(pod, 'Ready')?.lastTransitionTime;
        return time === undefined ? [] : [[pod.metadata.name, time] as const];
      }),
    );
    this.#known.set(uid, now);
    if (before === undefined) return creationTimestamp;
    return [...now]
      .filter(([name, time]) => time > (before.get(name) ?? ''))
      .map(([, time]) => time)
      .toSorted()
      .at(0);
  }
}

/** Annotations with the time of the change, or without it. */
export function withTriggerTime(
  annotations: Readonly<Record<string, string>> = {},
  time: string | undefined,
): Record<string, string> {
  const { [triggerTimeAnnotation]: _, ...others } = annotations;
  return time === undefined ? others : { ...others, [triggerTimeAnnotation]: time };
}
