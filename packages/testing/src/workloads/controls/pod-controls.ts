import { type LiveClient, mergePatch, type ObjectKey } from '@opgen/runtime';
import { type ContainerStatus, Pod } from '@opgen/runtime/kinds/core/v1';
import type { Clock } from '@opgen/runtime';
import { behaviorAnnotation } from '../kubelet/behavior.ts';
import { timestamp } from '../time.ts';

/** How a container ends. */
export interface CrashOptions {
  /** Default: the first container. */
  container?: string | undefined;
  /** Default: 1. */
  exitCode?: number | undefined;
  /** Default: `Error`. */
  reason?: string | undefined;
}

/**
 * Makes the Pods of a cluster misbehave. Lasting behavior is an annotation of the Pod, so a Pod template can have it too:
 * `pods.testing.opgen.dev/start-delay: 30s`.
 */
export interface PodControls {
  /** A running container exits, once. It restarts as the Pod's restart policy says. */
  crash(pod: ObjectKey, options?: CrashOptions): Promise<void>;
  /** The kernel kills a running container, once, because it uses more memory than its limit. */
  oomKill(pod: ObjectKey, container?: string): Promise<void>;
  /** The readiness probe fails until `passProbe`. It has no effect on containers without a readiness probe. */
  failProbe(pod: ObjectKey): Promise<void>;
  /** The readiness probe passes again. */
  passProbe(pod: ObjectKey): Promise<void>;
  /** The image cannot be pulled until `allowPull`: Pods that start with it wait in `ImagePullBackOff`. */
  failToPull(image: string): void;
  /** The image can be pulled again. Waiting Pods try again within five minutes of the cluster's clock. */
  allowPull(image: string): void;
}

interface Parts {
  client: LiveClient;
  clock: Clock;
  brokenImages: Set<string>;
}

export function podControls({ client, clock, brokenImages }: Parts): PodControls {
  const crash = async (
    { name, namespace = 'default' }: ObjectKey,
    { container, exitCode = 1, reason = 'Error' }: CrashOptions = {},
  ): Promise<void> => {
    const pod = await client.get(Pod, { name, namespace });
    const statuses = pod.status?.containerStatuses ?? [];
    const victim = statuses.find((each) => container === undefined || each.name === container);
    if (victim?.state?.running === undefined)
      throw new Error(`no running container ${container ?? ''} in Pod ${namespace}/${name} to crash`);
    const exited = exit(victim, { exitCode, reason, finishedAt: timestamp(clock) });
    const containerStatuses = statuses.map((each) => (each === victim ? exited : each));
    await client.patchStatus(Pod, pod, { ...pod.status, containerStatuses });
  };
  const readiness = async (
    { name, namespace = 'default' }: ObjectKey,
    value: string | null,
  ): Promise<void> => {
    const annotations = { [behaviorAnnotation('readiness')]: value };
    await client.patch(Pod, { name, namespace }, mergePatch({ metadata: { annotations } }));
  };
  return {
    crash,
    oomKill: (pod, container) =>
      crash(pod, { exitCode: 137, reason: 'OOMKilled', ...(container !== undefined && { container }) }),
    failProbe: (pod) => readiness(pod, 'fail'),
    passProbe: (pod) => readiness(pod, null),
    failToPull: (image) => void brokenImages.add(image),
    allowPull: (image) => void brokenImages.delete(image),
  };
}

function exit(
  status: ContainerStatus,
  how: { exitCode: number; reason: string; finishedAt: string },
): ContainerStatus {
  const { startedAt } = status.state?.running ?? {};
  const terminated = {
    ...how,
    ...(startedAt !== undefined && { startedAt }),
    ...(status.containerID !== undefined && { containerID: status.containerID }),
  };
  return { ...status, ready: false, started: false, state: { terminated } };
}
