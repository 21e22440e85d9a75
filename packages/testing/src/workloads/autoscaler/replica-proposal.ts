import type { Clock } from '@opgen/runtime';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { podCondition } from '../pods/pod-state.ts';
import { untilSecondsAfter } from '../time.ts';
import { thousandths } from './metrics.ts';

/** Thousandths of a resource or metric, by the name of the Pod. */
export type Amounts = ReadonlyMap<string, number>;

/** The ratios within which a deviation from the target is ignored. */
export interface Tolerances {
  readonly up: number;
  readonly down: number;
}

/** The replicas that a metric asks for, and what was measured. */
export interface Proposed {
  readonly replicas: number;
  /** The average in thousandths. */
  readonly average: number;
  /** In percent of the requests. */
  readonly utilization?: number;
}

interface Measured {
  readonly ratio: number;
  readonly average: number;
  readonly utilization?: number;
}

/** The Pods that a metric is about. */
export interface Question {
  readonly pods: readonly Pod[];
  readonly usage: Amounts;
  readonly current: number;
  readonly tolerances: Tolerances;
  readonly clock: Clock;
}

const cpuInitializationSeconds = 300;
const initialReadinessSeconds = 30;

/** The replicas with which the Pods use the target percentage of their requests. */
export function byUtilization(question: Question, resource: string, target: number): Proposed {
  const requests = requestsOf(question.pods, resource);
  const missing = Math.max(100, target);
  return propose(question, resource === 'cpu', {
    measure(usage) {
      const known = [...usage].filter(([name]) => requests.has(name));
      const used = known.reduce((sum, [, amount]) => sum + amount, 0);
      const requested = known.reduce((sum, [name]) => sum + (requests.get(name) ?? 0), 0);
      if (requested === 0) throw new Error('no metrics returned matched known pods');
      const utilization = Math.trunc((used * 100) / requested);
      return { ratio: utilization / target, utilization, average: Math.trunc(used / known.length) };
    },
    assumed: (name) => Math.trunc(((requests.get(name) ?? 0) * missing) / 100),
  });
}

/** The replicas with which each Pod has the target amount on average. */
export function byAverage(question: Question, isCpu: boolean, target: number): Proposed {
  return propose(question, isCpu, {
    measure(usage) {
      const average = Math.trunc([...usage.values()].reduce((sum, each) => sum + each, 0) / usage.size);
      return { ratio: average / target, average };
    },
    assumed: () => target,
  });
}

interface Measure {
  readonly measure: (usage: Amounts) => Measured;
  /** What a Pod without metrics is assumed to use when the replicas would shrink. */
  readonly assumed: (pod: string) => number;
}

function propose(question: Question, isCpu: boolean, { measure, assumed }: Measure): Proposed {
  const { pods, current, tolerances } = question;
  if (pods.length === 0) throw new Error('no pods returned by selector while calculating replica count');
  const { ready, unready, missing, usage } = grouped(question, isCpu);
  if (usage.size === 0) throw new Error('did not receive metrics for targeted pods (pods might be unready)');
  const { ratio, ...measured } = measure(usage);
  const growsWithUnready = unready.length > 0 && ratio > 1;
  if (!growsWithUnready && missing.length === 0) {
    const replicas = isWithin(tolerances, ratio) ? current : Math.ceil(ratio * ready);
    return { replicas, ...measured };
  }
  const all = new Map(usage);
  if (ratio !== 1) for (const name of missing) all.set(name, ratio < 1 ? assumed(name) : 0);
  if (growsWithUnready) for (const name of unready) all.set(name, 0);
  const { ratio: next } = measure(all);
  const isReversed = (ratio < 1 && next > 1) || (ratio > 1 && next < 1);
  const replicas = Math.ceil(next * all.size);
  const goesAstray = (next < 1 && replicas > current) || (next > 1 && replicas < current);
  return {
    replicas: isWithin(tolerances, next) || isReversed || goesAstray ? current : replicas,
    ...measured,
  };
}

export function isWithin({ up, down }: Tolerances, ratio: number): boolean {
  return 1 - down <= ratio && ratio <= 1 + up;
}

interface Grouped {
  readonly ready: number;
  readonly unready: readonly string[];
  readonly missing: readonly string[];
  /** Of the Pods that count. */
  readonly usage: Amounts;
}

function grouped({ pods, usage, clock }: Question, isCpu: boolean): Grouped {
  const unready: string[] = [];
  const missing: string[] = [];
  const counted = new Map<string, number>();
  for (const pod of pods) {
    const { metadata, status } = pod;
    const amount = usage.get(metadata.name);
    if (metadata.deletionTimestamp !== undefined || status?.phase === 'Failed') continue;
    if ((status?.phase ?? 'Pending') === 'Pending') unready.push(metadata.name);
    else if (amount === undefined) missing.push(metadata.name);
    else if (isCpu && isStarting(pod, clock)) unready.push(metadata.name);
    else counted.set(metadata.name, amount);
  }
  return { ready: counted.size, unready, missing, usage: counted };
}

/** Whether a Pod is not ready because it has started recently, or never was ready. */
function isStarting(pod: Pod, clock: Clock): boolean {
  const { startTime } = pod.status ?? {};
  const condition = podCondition(pod, 'Ready');
  if (condition === undefined || startTime === undefined) return true;
  if (condition.status !== 'False') return false;
  if (untilSecondsAfter(clock, startTime, cpuInitializationSeconds) > 0) return true;
  const changed = Date.parse(condition.lastTransitionTime ?? startTime);
  return Date.parse(startTime) + initialReadinessSeconds * 1000 > changed;
}

function requestsOf(pods: readonly Pod[], resource: string): Map<string, number> {
  return new Map(
    pods.map(({ metadata, spec }) => {
      const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
      const amounts = [...spec.containers, ...sidecars].map(({ name, resources }) => {
        const request = resources?.requests?.[resource];
        if (request !== undefined) return thousandths(request);
        throw new Error(`missing request for ${resource} in container ${name} of Pod ${metadata.name}`);
      });
      return [metadata.name, amounts.reduce((sum, each) => sum + each, 0)];
    }),
  );
}
