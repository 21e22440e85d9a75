import type { PageObject } from './messages.ts';

interface Summarized {
  readonly spec?: { readonly replicas?: number; readonly completions?: number };
  readonly status?: {
    readonly phase?: string;
    readonly readyReplicas?: number;
    readonly numberReady?: number;
    readonly desiredNumberScheduled?: number;
    readonly succeeded?: number;
    readonly conditions?: readonly ConditionView[];
    readonly containerStatuses?: readonly {
      readonly ready: boolean;
      readonly restartCount: number;
      readonly state?: {
        readonly waiting?: { readonly reason?: string };
        readonly terminated?: { readonly reason?: string };
      };
    }[];
  };
}

export interface ConditionView {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
}

const withReplicas: ReadonlySet<string> = new Set(['Deployment', 'ReplicaSet', 'StatefulSet']);

/** A few words about the state of an object, as kubectl get prints them; empty if there is nothing to say. */
export function summaryOf(object: PageObject): string {
  const { kind, metadata } = object;
  const { spec = {}, status = {} } = object as Summarized;
  if (metadata.deletionTimestamp !== undefined) return 'Terminating';
  if (kind === 'Pod') return podSummary(status);
  if (withReplicas.has(kind)) return `${status.readyReplicas ?? 0}/${spec.replicas ?? 1}`;
  if (kind === 'DaemonSet') return `${status.numberReady ?? 0}/${status.desiredNumberScheduled ?? 0}`;
  if (kind === 'Job') return `${status.succeeded ?? 0}/${spec.completions ?? 1}`;
  const ready = conditionsOf(object).find(({ type }) => type === 'Ready');
  if (ready === undefined) return status.phase ?? '';
  return ready.status === 'True' ? 'Ready' : (ready.reason ?? 'Not ready');
}

/** The conditions in the status of an object. */
export function conditionsOf(object: PageObject): readonly ConditionView[] {
  const { conditions } = (object as Summarized).status ?? {};
  return Array.isArray(conditions) ? (conditions as readonly ConditionView[]) : [];
}

function podSummary({
  phase = 'Pending',
  containerStatuses = [],
}: NonNullable<Summarized['status']>): string {
  const problem = containerStatuses
    .map(({ state = {} }) => state.waiting?.reason ?? state.terminated?.reason)
    .find((reason) => reason !== undefined);
  const restarts = containerStatuses.reduce((sum, { restartCount }) => sum + restartCount, 0);
  const text = problem ?? phase;
  return restarts === 0 ? text : `${text}, ${restarts} ${restarts === 1 ? 'restart' : 'restarts'}`;
}
