import type { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { desiredReplicas, rollingLimits } from './replica-counts.ts';

const prefix = 'deployment.kubernetes.io/';
export const revisionAnnotation = `${prefix}revision`;
const historyAnnotation = `${prefix}revision-history`;
const desiredAnnotation = `${prefix}desired-replicas`;
const maxAnnotation = `${prefix}max-replicas`;
const notCopied: ReadonlySet<string> = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  revisionAnnotation,
  historyAnnotation,
  desiredAnnotation,
  maxAnnotation,
  'deprecated.deployment.rollback.to',
]);

type Annotations = Record<string, string>;

export function revisionOf({ metadata }: Deployment | ReplicaSet): number {
  return Number(metadata.annotations?.[revisionAnnotation] ?? 0);
}

/** The largest revision of ReplicaSets. */
export function lastRevision(replicaSets: readonly ReplicaSet[]): number {
  return Math.max(0, ...replicaSets.map(revisionOf));
}

/** The number of replicas of the Deployment when the ReplicaSet was last scaled; undefined if it never was. */
export function recordedReplicas({ metadata }: ReplicaSet): number | undefined {
  const text = metadata.annotations?.[desiredAnnotation];
  return text === undefined ? undefined : Number(text);
}

/** The most replicas that all ReplicaSets together could have when this one was last scaled. */
export function recordedMaxReplicas(set: ReplicaSet, deployment: Deployment): number {
  const text = set.metadata.annotations?.[maxAnnotation];
  return text === undefined ? (deployment.status?.replicas ?? 0) : Number(text);
}

/** The annotations that record the size of the Deployment in a ReplicaSet. */
export function sizeAnnotations(deployment: Deployment): Annotations {
  const desired = desiredReplicas(deployment);
  return {
    [desiredAnnotation]: String(desired),
    [maxAnnotation]: String(desired + rollingLimits(deployment).maxSurge),
  };
}

/** The annotations of the current ReplicaSet: those of its Deployment, and the revision with its history. */
export function currentAnnotations(
  deployment: Deployment,
  old: Readonly<Annotations>,
  revision: number,
): Annotations {
  const own = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !notCopied.has(key));
  const next: Annotations = { ...old, ...Object.fromEntries(own) };
  const former = old[revisionAnnotation];
  if (former !== undefined && Number(former) >= revision) return next;
  next[revisionAnnotation] = String(revision);
  if (former !== undefined && former !== '') {
    const history = old[historyAnnotation];
    next[historyAnnotation] = history === undefined ? former : `${history},${former}`;
  }
  return next;
}
