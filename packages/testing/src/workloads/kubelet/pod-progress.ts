import type { Clock } from '@opgen/runtime';
import type { Container, ContainerStatus, Pod, PodCondition, PodStatus } from '@opgen/runtime/kinds/core/v1';
import { qosClass } from '../../amounts/pod-resources.ts';
import { timestamp, untilSecondsAfter } from '../time.ts';
import { type Again, sooner, waiting } from '../workloads.ts';
import type { Behavior } from './behavior.ts';
import type { Exit } from './command.ts';
import { type Happening, type Progress, progressOf } from './container-progress.ts';

/** The next status of a Pod, when it changes again, and what happened. */
export interface PodProgress {
  readonly status: PodStatus;
  readonly again: Again | undefined;
  readonly happened: readonly Happening[];
}

/** Where a Pod runs. */
export interface Place {
  readonly hostIP: string;
  readonly podIP: string;
}

/** Milliseconds that an init container takes at most. */
const initDuration = 1_000;

const deadlineExceeded = {
  phase: 'Failed',
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
};

/** Advances a Pod that is assigned to a node: what its kubelet reports now. */
export function podProgress(pod: Pod, behavior: Behavior, place: Place, clock: Clock): PodProgress {
  const { spec, status = {}, metadata } = pod;
  const { containers, initContainers = [], restartPolicy = 'Always', activeDeadlineSeconds } = spec;
  const startTime = status.startTime ?? timestamp(clock);
  const deadlineIn =
    activeDeadlineSeconds === undefined
      ? Infinity
      : untilSecondsAfter(clock, startTime, activeDeadlineSeconds);
  if (deadlineIn <= 0) return { status: { ...status, ...deadlineExceeded }, again: undefined, happened: [] };
  const sandboxIn = untilSecondsAfter(clock, startTime, behavior.startDelay / 1000);
  const shared = { clock, podUid: metadata.uid, behavior };

  const inits = initProgress(initContainers, status.initContainerStatuses ?? [], (isInTurn, container) => ({
    ...shared,
    // Init containers do their work and succeed; sidecars run on.
    behavior: {
      ...behavior,
      exitOf: () => (isSidecar(container) ? undefined : initExit(behavior, container)),
    },
    restartPolicy: isSidecar(container) ? 'Always' : restartPolicy === 'Never' ? 'Never' : 'OnFailure',
    startsIn: isInTurn ? sandboxIn : undefined,
    waitsFor: 'PodInitializing',
  }));
  const isInitialized = inits.every(({ status: each }, index) => isPast(each, initContainers[index]));
  const mains = containers.map((container) =>
    progressOf(container, statusOf(status.containerStatuses, container), {
      ...shared,
      restartPolicy,
      startsIn: isInitialized ? sandboxIn : undefined,
      waitsFor: initContainers.length > 0 ? 'PodInitializing' : 'ContainerCreating',
    }),
  );
  const all = [...inits, ...mains];
  const next: PodStatus = {
    ...status,
    phase: phaseOf(mains, inits, isInitialized, restartPolicy),
    startTime,
    qosClass: status.qosClass ?? qosClass(spec),
    observedGeneration: metadata.generation ?? 0,
    hostIP: place.hostIP,
    hostIPs: [{ ip: place.hostIP }],
    ...(sandboxIn <= 0 && { podIP: place.podIP, podIPs: [{ ip: place.podIP }] }),
    ...(inits.length > 0 && { initContainerStatuses: inits.map(({ status: each }) => each) }),
    containerStatuses: mains.map(({ status: each }) => each),
  };
  const conditions = conditionsOf(pod, next, { isSandboxed: sandboxIn <= 0, isInitialized }, clock);
  return {
    status: { ...next, conditions },
    again: all
      .map(({ again }) => again)
      .reduce(sooner, deadlineIn === Infinity ? undefined : waiting(deadlineIn)),
    happened: all.flatMap(({ happened }) => happened),
  };
}

/** The status of a Pod whose containers were stopped because it was deleted. */
export function stoppedStatus({ status = {} }: Pod, finishedAt: string): PodStatus {
  const stopped = (each: ContainerStatus): ContainerStatus => {
    if (each.state?.running === undefined) return each;
    const { startedAt } = each.state.running;
    const terminated = { exitCode: 143, reason: 'Error', ...(startedAt && { startedAt }), finishedAt };
    return { ...each, ready: false, started: false, state: { terminated } };
  };
  return {
    ...status,
    phase: 'Failed',
    ...(status.containerStatuses && { containerStatuses: status.containerStatuses.map(stopped) }),
  };
}

/** Init containers run one after the other; a sidecar lets the next one start as soon as it has started. */
function initProgress(
  containers: readonly Container[],
  statuses: readonly ContainerStatus[],
  circumstances: (isInTurn: boolean, container: Container) => Parameters<typeof progressOf>[2],
): Progress[] {
  let isInTurn = true;
  return containers.map((container) => {
    const old = statusOf(statuses, container);
    const isDone = old !== undefined && isPast(old, container) && !isSidecar(container);
    const progress = isDone
      ? { status: old, happened: [] }
      : progressOf(container, old, circumstances(isInTurn, container));
    isInTurn &&= isPast(progress.status, container);
    return progress;
  });
}

function initExit(behavior: Behavior, container: Container): Exit {
  const after = behavior.exitOf(container)?.after ?? initDuration;
  return { code: 0, reason: 'Completed', after: Math.min(after, initDuration), isAwaited: true };
}

function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}

/** Whether the init container no longer holds up those after it. */
function isPast(status: ContainerStatus, container: Container | undefined): boolean {
  if (container !== undefined && isSidecar(container)) return status.started === true;
  return status.state?.terminated?.exitCode === 0;
}

function statusOf(
  statuses: readonly ContainerStatus[] | undefined,
  { name }: Container,
): ContainerStatus | undefined {
  return statuses?.find((status) => status.name === name);
}

function phaseOf(
  mains: readonly Progress[],
  inits: readonly Progress[],
  isInitialized: boolean,
  restartPolicy: string,
): string {
  if (!isInitialized) return restartPolicy === 'Never' && inits.some(hasFailed) ? 'Failed' : 'Pending';
  if (mains.some(({ status }) => status.state?.running !== undefined)) return 'Running';
  if (mains.every(({ status }) => status.state?.terminated !== undefined)) {
    if (restartPolicy === 'Always') return 'Running';
    if (mains.some(hasFailed)) return restartPolicy === 'Never' ? 'Failed' : 'Running';
    return 'Succeeded';
  }
  return mains.some(({ status }) => status.lastState?.terminated !== undefined) ? 'Running' : 'Pending';
}

function hasFailed({ status }: Progress): boolean {
  return (status.state?.terminated?.exitCode ?? 0) !== 0;
}

/** The conditions of the kubelet, beside those of others. */
function conditionsOf(
  { spec, status, metadata }: Pod,
  { phase, containerStatuses = [] }: PodStatus,
  { isSandboxed, isInitialized }: { isSandboxed: boolean; isInitialized: boolean },
  clock: Clock,
): PodCondition[] {
  const olds = status?.conditions ?? [];
  const unready = containerStatuses.filter(({ ready }) => !ready).map(({ name }) => name);
  const notReady = {
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${unready.join(' ')}]`,
  };
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const containersReady = isOver
    ? { reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' }
    : unready.length > 0
      ? notReady
      : undefined;
  const missing = (spec.readinessGates ?? [])
    .map(({ conditionType }) => conditionType)
    .filter((type) => olds.find((each) => each.type === type)?.status !== 'True');
  const gates =
    missing.length === 0
      ? undefined
      : {
          reason: 'ReadinessGatesNotReady',
          message: missing
            .map((type) => `the status of pod readiness gate "${type}" is not "True", but False`)
            .join(', '),
        };
  const initialized = isInitialized
    ? isOver && phase === 'Succeeded'
      ? { status: 'True', reason: 'PodCompleted' }
      : { status: 'True' }
    : {
        status: 'False',
        reason: 'ContainersNotInitialized',
        message: `containers with incomplete status: [${(spec.initContainers ?? []).map(({ name }) => name).join(' ')}]`,
      };
  const own: PodCondition[] = [
    { type: 'PodReadyToStartContainers', status: isSandboxed && !isOver ? 'True' : 'False' },
    { type: 'Initialized', ...initialized },
    {
      type: 'Ready',
      status: text(containersReady === undefined && gates === undefined),
      ...(containersReady ?? gates),
    },
    { type: 'ContainersReady', status: text(containersReady === undefined), ...containersReady },
    { type: 'PodScheduled', status: 'True' },
  ];
  const types = new Set(own.map(({ type }) => type));
  const observedGeneration = metadata.generation ?? 0;
  return [
    ...own.map((condition) => {
      const old = olds.find(({ type }) => type === condition.type);
      const isSame = old?.status === condition.status;
      const lastTransitionTime = (isSame ? old?.lastTransitionTime : undefined) ?? timestamp(clock);
      return { ...condition, lastTransitionTime, observedGeneration };
    }),
    ...olds.filter(({ type }) => !types.has(type)),
  ];
}

function text(value: boolean): string {
  return value ? 'True' : 'False';
}
