import type { ContainerStatus, Deployment, Event, Pod, Termination } from './kubernetes-objects.ts';

/** A Deployment with the Pods of its newest template, and the events of its namespace. */
export interface Rollout {
  readonly deployment: Deployment;
  readonly pods: readonly Pod[];
  readonly events: readonly Event[];
}

/** Why a Deployment is not available, and what to do about it. */
export interface Reason {
  readonly message: string;
  readonly hint: string;
  /** The container whose last log lines may tell more. */
  readonly container?: { readonly pod: string; readonly name: string; readonly crashed: boolean };
}

/** Whether all replicas run the newest template and are available, as `kubectl rollout status` decides. */
export function isRolledOut({ metadata, spec, status = {} }: Deployment): boolean {
  const { replicas: wanted = 1 } = spec;
  const { availableReplicas = 0, observedGeneration = 0, replicas = 0, updatedReplicas = 0 } = status;
  return (
    observedGeneration >= (metadata.generation ?? 0) &&
    updatedReplicas >= wanted &&
    replicas <= updatedReplicas &&
    availableReplicas >= updatedReplicas
  );
}

/** The reasons that the cluster gives; the same reason of several Pods is listed once. */
export function whyNotAvailable({ deployment, events, pods }: Rollout): Reason[] {
  const reasons = [
    ...ofDeployment(deployment),
    ...pods
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .flatMap((pod) => reasonOf(pod, events) ?? []),
  ];
  return reasons.filter(
    ({ message }, index) => reasons.findIndex((reason) => reason.message === message) === index,
  );
}

function ofDeployment({ metadata, spec, status = {} }: Deployment): Reason[] {
  if (spec.paused === true)
    return [
      {
        message: 'the rollout is paused',
        hint: `resume it: kubectl rollout resume deployment/${metadata.name} --namespace ${metadata.namespace}`,
      },
    ];
  const failure = status.conditions?.find(
    ({ type, status: is }) => type === 'ReplicaFailure' && is === 'True',
  );
  if (failure === undefined) return [];
  const { message = failure.reason ?? '' } = failure;
  return [{ message: `no Pod can be created: ${message}`, hint: hintForCreation(message) }];
}

function hintForCreation(message: string): string {
  if (message.includes('exceeded quota'))
    return 'raise the ResourceQuota of the namespace, or free resources';
  if (message.includes('violates PodSecurity'))
    return 'change the Pod template in config/manager/manager.yaml, or the labels of the namespace';
  if (message.includes('serviceaccount')) return 'create the ServiceAccount: make deploy applies config/rbac';
  return 'change the Pod template in config/manager/manager.yaml as the message says';
}

function reasonOf(pod: Pod, events: readonly Event[]): Reason | undefined {
  const { conditions = [], containerStatuses = [], initContainerStatuses = [], phase } = pod.status ?? {};
  const scheduled = conditions.find(({ type }) => type === 'PodScheduled');
  const { nodeName = '' } = pod.spec;
  if (nodeName === '')
    return {
      message: `Pod is Pending: ${scheduled?.message ?? 'no scheduler has assigned it to a node yet'}`,
      hint: 'add nodes, or change the resource requests, node selector or tolerations in config/manager/manager.yaml',
    };
  if (phase === 'Failed') {
    const { reason = 'Failed', message = '' } = pod.status ?? {};
    return {
      message: [`Pod failed: ${reason}`, message].filter((part) => part !== '').join(': '),
      hint: `see kubectl describe pod ${pod.metadata.name} --namespace ${pod.metadata.namespace}`,
    };
  }
  for (const status of [...initContainerStatuses, ...containerStatuses]) {
    const reason = reasonOfContainer(status, pod, events);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const pullFailures: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'ErrImageNeverPull',
  'InvalidImageName',
  'ImageInspectError',
  'RegistryUnavailable',
]);

function reasonOfContainer(status: ContainerStatus, pod: Pod, events: readonly Event[]): Reason | undefined {
  const { image, lastState, name, ready, state = {} } = status;
  const { running, terminated, waiting } = state;
  if (waiting !== undefined && pullFailures.has(waiting.reason ?? ''))
    return {
      message: `image ${image} cannot be pulled: ${pullError(pod, events) ?? waiting.message ?? waiting.reason}`,
      hint: 'push the image, or deploy one that the nodes can pull: make deploy IMG=<image>; a private registry needs imagePullSecrets',
    };
  const crash = terminated ?? lastState?.terminated;
  if (crash !== undefined && crash.exitCode !== 0 && running === undefined)
    return crashed(status, pod, crash);
  if (waiting?.reason === 'CrashLoopBackOff' && crash !== undefined) return crashed(status, pod, crash);
  if (waiting?.reason?.endsWith('Error') === true)
    return {
      message: `container ${name} cannot start: ${waiting.message ?? waiting.reason}`,
      hint: 'correct what the message names in config/manager/manager.yaml, or create it in the namespace',
    };
  if (waiting !== undefined) {
    const problem = newest(
      pod,
      events,
      ({ reason = '', type }) => type === 'Warning' && reason !== 'BackOff',
    );
    return problem === undefined
      ? { message: `container ${name} is starting (${waiting.reason})`, hint: 'wait, or raise the timeout' }
      : {
          message: `container ${name} cannot start: ${problem.message ?? problem.reason}`,
          hint: 'create what the message names, or correct it in config/manager/manager.yaml',
        };
  }
  if (running !== undefined && !ready) return notReady(status, pod, events);
  return undefined;
}

function crashed({ name }: ContainerStatus, { metadata }: Pod, crash: Termination): Reason {
  const { exitCode, message, reason } = crash;
  const container = { pod: metadata.name, name, crashed: true };
  if (reason === 'OOMKilled')
    return {
      message: `container ${name} was killed because it exceeded its memory limit (OOMKilled)`,
      hint: 'raise resources.limits.memory in config/manager/manager.yaml',
      container,
    };
  return {
    message: `container ${name} crashes: exit code ${exitCode}${message === undefined || message === '' ? '' : `: ${message}`}`,
    hint: 'fix what its log says',
    container,
  };
}

function notReady({ name, restartCount }: ContainerStatus, pod: Pod, events: readonly Event[]): Reason {
  const probe = newest(pod, events, ({ reason }) => reason === 'Unhealthy');
  const restarts = restartCount === 0 ? '' : ` (${restartCount} restarts)`;
  return {
    message: `container ${name} runs but is not ready${restarts}${probe?.message === undefined ? '' : `: ${probe.message}`}`,
    hint: 'see its log: the readiness probe requests /readyz, which fails until all watches and webhooks are ready',
    container: { pod: pod.metadata.name, name, crashed: false },
  };
}

const pullFailure = /^Failed to pull image "[^"]*": /;

/** The kubelet reports the error of the registry in an event before its status says only that it backs off. */
function pullError(pod: Pod, events: readonly Event[]): string | undefined {
  const event = newest(pod, events, ({ message = '' }) => pullFailure.test(message));
  return event?.message?.replace(pullFailure, '');
}

function newest(pod: Pod, events: readonly Event[], matches: (event: Event) => boolean): Event | undefined {
  return events
    .filter(
      (event) =>
        event.involvedObject.kind === 'Pod' &&
        event.involvedObject.name === pod.metadata.name &&
        matches(event),
    )
    .toSorted((one, other) => (timeOf(one) < timeOf(other) ? 1 : -1))[0];
}

function timeOf({ eventTime, lastTimestamp }: Event): string {
  return lastTimestamp ?? eventTime ?? '';
}
