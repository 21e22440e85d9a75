import type { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { desiredReplicas, rollingLimits } from './replica-counts.ts';

const prefix = 'deployment.kubernetes.io/';
export const revisionAnnotation = `${prefix}revision`;
/** In characters. */
const longestHistory = 2000;
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

/** The revision of a ReplicaSet; 0 if it has none. */
export function revisionOf({ metadata }: ReplicaSet): bigint {
  return numberIn(metadata.annotations?.[revisionAnnotation] ?? '') ?? 0n;
}

function numberIn(text: string): bigint | undefined {
  return /^[+-]?\d+$/.test(text) ? BigInt.asIntN(64, BigInt(text.replace('+', ''))) : undefined;
}

/** The largest revision of ReplicaSets. */
export function lastRevision(replicaSets: readonly ReplicaSet[]): bigint {
  return replicaSets.map(revisionOf).reduce((last, each) => (each > last ? each : last), 0n);
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
  revision: bigint,
): Annotations {
  const own = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => !notCopied.has(key));
  const next: Annotations = { ...old, ...Object.fromEntries(own) };
  const { [revisionAnnotation]: former = '', [historyAnnotation]: history = '' } = old;
  const number = former === '' ? 0n : numberIn(former);
  if (number === undefined || number >= revision) return next;
  next[revisionAnnotation] = String(revision);
  if (former !== '') next[historyAnnotation] = historyWith(history, former);
  return next;
}

/** Adds a revision to the history, which loses its oldest revisions when it becomes too long. */
function historyWith(history: string, revision: string): string {
  const revisions = [...history.split(',').filter((each) => each !== ''), revision];
  while (revisions.join().length > longestHistory) revisions.shift();
  return revisions.join();
}
