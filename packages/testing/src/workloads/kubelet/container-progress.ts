import type { Clock } from '@opgen/runtime';
import type { Container, ContainerState, ContainerStatus } from '@opgen/runtime/kinds/core/v1';
import { timestamp, untilSecondsAfter } from '../time.ts';
import { type Again, inMotion, sooner, waiting } from '../workloads.ts';
import type { Behavior } from './behavior.ts';

/** What the kubelet does with a container, as its event says. */
export interface Happening {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly message: string;
}

/** The next status of a container, when it changes again, and what happened. */
export interface Progress {
  readonly status: ContainerStatus;
  readonly again?: Again | undefined;
  readonly happened: readonly Happening[];
}

/** What decides about a container. */
export interface Circumstances {
  readonly clock: Clock;
  readonly podUid: string;
  readonly behavior: Behavior;
  /** `Always`, `OnFailure` or `Never`. */
  readonly restartPolicy: string;
  /** Milliseconds until the container may start; undefined while it waits for others. */
  readonly startsIn: number | undefined;
  /** The reason of its waiting state until then. */
  readonly waitsFor: 'ContainerCreating' | 'PodInitializing';
}

const firstBackOff = 10;
const longestBackOff = 300;
/** Milliseconds until the kubelet tries again to pull an image. */
const pullRetry = 300_000;

/** Advances one container: it is created, starts, becomes ready, exits and restarts. */
export function progressOf(
  container: Container,
  old: ContainerStatus | undefined,
  circumstances: Circumstances,
): Progress {
  const status = old ?? unstarted(container, circumstances.waitsFor);
  const { running, terminated } = status.state ?? {};
  if (running !== undefined) return whileRunning(container, status, running.startedAt, circumstances);
  if (terminated !== undefined) return afterExit(container, status, circumstances);
  if (status.state?.waiting?.reason === 'CrashLoopBackOff')
    return backingOff(container, status, circumstances);
  return beforeStart(container, status, circumstances);
}

/** The container as it is before the kubelet has created it. */
function unstarted({ name, image = '' }: Container, reason: string): ContainerStatus {
  return {
    name,
    image,
    imageID: '',
    ready: false,
    started: false,
    restartCount: 0,
    state: { waiting: { reason } },
  };
}

function beforeStart(container: Container, status: ContainerStatus, circumstances: Circumstances): Progress {
  const { behavior, startsIn } = circumstances;
  if (startsIn === undefined) return { status, happened: [] };
  const { image = '' } = container;
  if (startsIn > 0) return { status, again: inMotion(startsIn), happened: [] };
  if (!behavior.failsToPull) return started(container, status, circumstances);
  const again = waiting(pullRetry);
  if (status.state?.waiting?.reason === 'ImagePullBackOff') return { status, again, happened: [] };
  const message = `Back-off pulling image ${JSON.stringify(image)}`;
  return {
    status: { ...status, state: { waiting: { reason: 'ImagePullBackOff', message } } },
    again,
    happened: [
      {
        type: 'Warning',
        reason: 'Failed',
        message: `Failed to pull image ${JSON.stringify(image)}: not found`,
      },
      { type: 'Warning', reason: 'Failed', message: 'Error: ErrImagePull' },
      { type: 'Normal', reason: 'BackOff', message },
    ],
  };
}

function started(container: Container, status: ContainerStatus, circumstances: Circumstances): Progress {
  const { name, image = '' } = container;
  const startedAt = timestamp(circumstances.clock);
  const next: ContainerStatus = {
    ...status,
    containerID: `containerd://${circumstances.podUid}-${name}-${status.restartCount}`,
    imageID: image,
    state: { running: { startedAt } },
  };
  const { status: running, again, happened } = whileRunning(container, next, startedAt, circumstances);
  return {
    status: running,
    again,
    happened: [
      {
        type: 'Normal',
        reason: 'Pulled',
        message: `Container image ${JSON.stringify(image)} already present on machine`,
      },
      { type: 'Normal', reason: 'Created', message: `Created container: ${name}` },
      { type: 'Normal', reason: 'Started', message: `Started container ${name}` },
      ...happened,
    ],
  };
}

/** The probes of a container pass as soon as they first run, unless its behavior says otherwise. */
function whileRunning(
  container: Container,
  status: ContainerStatus,
  startedAt: string | undefined,
  { clock, behavior }: Circumstances,
): Progress {
  const { failsProbe } = behavior;
  const exit = behavior.exitOf(container);
  const ends = exit && untilSecondsAfter(clock, startedAt, exit.after / 1000);
  if (exit !== undefined && ends !== undefined && ends <= 0) {
    const { code: exitCode, reason } = exit;
    const finishedAt = timestamp(clock);
    const terminated = {
      exitCode,
      reason,
      ...(startedAt !== undefined && { startedAt }),
      finishedAt,
      ...(status.containerID !== undefined && { containerID: status.containerID }),
    };
    return {
      status: { ...status, ready: false, started: false, state: { terminated } },
      again: inMotion(0),
      happened: [],
    };
  }
  const { startupProbe, readinessProbe } = container;
  const starts = untilSecondsAfter(clock, startedAt, startupProbe?.initialDelaySeconds ?? 0);
  const delay = Math.max(startupProbe?.initialDelaySeconds ?? 0, readinessProbe?.initialDelaySeconds ?? 0);
  const isReadyIn = untilSecondsAfter(clock, startedAt, delay);
  const ready = isReadyIn <= 0 && !(failsProbe && readinessProbe !== undefined);
  const delays = [starts, isReadyIn].filter((each) => each > 0);
  const becomesReady = delays.length === 0 ? undefined : inMotion(Math.min(...delays));
  const exits = ends === undefined ? undefined : exit?.isAwaited === true ? inMotion(ends) : waiting(ends);
  const isUnhealthy = failsProbe && status.ready && !ready;
  return {
    status: { ...status, started: starts <= 0, ready },
    again: sooner(becomesReady, exits),
    happened: isUnhealthy
      ? [{ type: 'Warning', reason: 'Unhealthy', message: 'Readiness probe failed: simulated failure' }]
      : [],
  };
}

function afterExit(container: Container, status: ContainerStatus, circumstances: Circumstances): Progress {
  const { restartPolicy } = circumstances;
  const { exitCode = 0 } = status.state?.terminated ?? {};
  const restarts = restartPolicy === 'Always' || (restartPolicy === 'OnFailure' && exitCode !== 0);
  if (!restarts) return { status: { ...status, ready: false }, happened: [] };
  const restarting: ContainerStatus = { ...status, lastState: status.state as ContainerState };
  // The first restart does not wait.
  if (status.restartCount === 0) return started(container, { ...restarting, restartCount: 1 }, circumstances);
  const seconds = backOffSeconds(status.restartCount);
  const message = `back-off ${seconds}s restarting failed container=${container.name}`;
  return {
    status: {
      ...restarting,
      ready: false,
      started: false,
      state: { waiting: { reason: 'CrashLoopBackOff', message } },
    },
    again: waiting(seconds * 1000),
    happened: [
      {
        type: 'Warning',
        reason: 'BackOff',
        message: `Back-off restarting failed container ${container.name} in pod`,
      },
    ],
  };
}

function backingOff(container: Container, status: ContainerStatus, circumstances: Circumstances): Progress {
  const { finishedAt } = status.lastState?.terminated ?? {};
  const left = untilSecondsAfter(circumstances.clock, finishedAt, backOffSeconds(status.restartCount));
  if (left > 0 && left < Infinity) return { status, again: waiting(left), happened: [] };
  return started(container, { ...status, restartCount: status.restartCount + 1 }, circumstances);
}

/** How long a container that has restarted so often waits for its next start. */
function backOffSeconds(restartCount: number): number {
  return Math.min(firstBackOff * 2 ** (restartCount - 1), longestBackOff);
}
