import type { Kubectl } from '../kubectl/kubectl.ts';
import type { AnyObject, Deployment, Event, ObjectMetadata, Pod } from './kubernetes-objects.ts';
import { isRolledOut, type Reason, type Rollout, whyNotAvailable } from './why-not-available.ts';

const logLines = 10;

/** How a Deployment is doing: `reasons` is empty if all its replicas are available. */
export interface DeploymentState {
  readonly available: boolean;
  /** The replicas of the newest template that are available, and how many there should be. */
  readonly ready: number;
  readonly wanted: number;
  readonly reasons: readonly DescribedReason[];
}

export interface DescribedReason {
  readonly message: string;
  readonly hint: string;
  /** The last log lines of the container. */
  readonly log?: readonly string[];
}

/** Undefined if there is no such Deployment. Throws `KubectlError` if kubectl fails. */
export async function readDeployment(
  kubectl: Kubectl,
  { name, namespace = 'default' }: ObjectMetadata,
): Promise<DeploymentState | undefined> {
  const found = await get<Deployment>(kubectl, ['deployment', name, '--ignore-not-found'], namespace);
  if (found === undefined) return undefined;
  const wanted = found.spec.replicas ?? 1;
  const { availableReplicas = 0, updatedReplicas = 0 } = found.status ?? {};
  const state = {
    available: isRolledOut(found),
    ready: Math.min(availableReplicas, updatedReplicas),
    wanted,
  };
  if (state.available) return { ...state, reasons: [] };
  const rollout = await readRollout(kubectl, found, namespace);
  const reasons = await Promise.all(
    whyNotAvailable(rollout).map((reason) => withLog(kubectl, reason, namespace)),
  );
  return { ...state, reasons };
}

/** kubectl failed; the message is its last line. */
export class KubectlError extends Error {}

async function readRollout(kubectl: Kubectl, deployment: Deployment, namespace: string): Promise<Rollout> {
  const selector = Object.entries(deployment.spec.selector.matchLabels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(',');
  const [sets, pods, events] = await Promise.all([
    list<AnyObject>(kubectl, ['replicasets', '--selector', selector], namespace),
    list<Pod>(kubectl, ['pods', '--selector', selector], namespace),
    list<Event>(kubectl, ['events'], namespace),
  ]);
  const revision = deployment.metadata.annotations?.[revisionAnnotation];
  const newest = sets.find(({ metadata }) => metadata.annotations?.[revisionAnnotation] === revision);
  const hash = newest?.metadata.labels?.['pod-template-hash'];
  return {
    deployment,
    pods: pods.filter(({ metadata }) => metadata.labels?.['pod-template-hash'] === hash),
    events,
  };
}

const revisionAnnotation = 'deployment.kubernetes.io/revision';

async function withLog(
  kubectl: Kubectl,
  { container, hint, message }: Reason,
  namespace: string,
): Promise<DescribedReason> {
  if (container === undefined) return { message, hint };
  const args = ['logs', container.pod, '--container', container.name, '--namespace', namespace];
  const tail = `--tail=${logLines}`;
  const previous = container.crashed ? await kubectl([...args, tail, '--previous']) : undefined;
  const result = previous?.ok === true ? previous : await kubectl([...args, tail]);
  const log = result.ok ? result.stdout.split('\n').filter((line) => line.trim() !== '') : [];
  return { message, hint, ...(log.length > 0 && { log }) };
}

async function list<T>(kubectl: Kubectl, args: readonly string[], namespace: string): Promise<readonly T[]> {
  return (await get<{ items: readonly T[] }>(kubectl, args, namespace))?.items ?? [];
}

async function get<T>(kubectl: Kubectl, args: readonly string[], namespace: string): Promise<T | undefined> {
  const result = await kubectl(['get', ...args, '--namespace', namespace, '--output=json']);
  if (!result.ok) throw new KubectlError(result.reason);
  return result.stdout.trim() === '' ? undefined : (JSON.parse(result.stdout) as T);
}
