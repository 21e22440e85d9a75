import { Quantity } from '@opgen/rules/quantity';
import type { Clock } from '@opgen/runtime';
import type { MetricSpec, MetricStatus, MetricTarget } from '@opgen/runtime/kinds/autoscaling/v2';
import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { isReady } from '../pods/pod-state.ts';
import { type Metrics, thousandths } from './metrics.ts';
import {
  byAverage,
  byUtilization,
  isWithin,
  type Proposed,
  type Question,
  type Tolerances,
} from './replica-proposal.ts';

/** What an autoscaler scales, and what is known about it. */
export interface Target {
  readonly namespace: string;
  readonly pods: readonly Pod[];
  readonly metrics: Metrics;
  /** The replicas in the spec and the status of its scale. */
  readonly specReplicas: number;
  readonly statusReplicas: number;
  readonly tolerances: Tolerances;
  readonly clock: Clock;
}

/** The replicas that one metric asks for, its name, and its status. */
export interface MetricProposal {
  readonly replicas: number;
  readonly name: string;
  readonly status: MetricStatus;
}

/** A metric that is missing or wrong. `reason` is that of its event and condition. */
export class MetricError extends Error {
  readonly reason: string;
  /** The message with the metric's name in front, as in the error of all metrics together. */
  readonly full: string;

  constructor(reason: string, prefix: string, message: string) {
    super(message);
    this.reason = reason;
    this.full = `${prefix}: ${message}`;
  }
}

/** Computes the replicas for one metric. Throws a `MetricError` if that is impossible. */
export function proposalOf(spec: MetricSpec, target: Target): MetricProposal {
  if (spec.resource !== undefined) return byResource(spec.resource, target);
  if (spec.pods !== undefined) return byPods(spec.pods, target);
  if (spec.external !== undefined) return byExternal(spec.external, target);
  const name = `${spec.type} metrics`;
  throw new MetricError('InvalidMetricSourceType', name, `${name} are not simulated`);
}

function byResource({ name, target }: NonNullable<MetricSpec['resource']>, to: Target): MetricProposal {
  const what = target.averageValue === undefined ? 'utilization' : 'usage';
  try {
    const question = questionOf(to, name, `unable to get metrics for resource ${name}`, resourceApi);
    const { replicas, average, utilization } = byTarget(question, name, target);
    const averageValue = milli(average, name === 'memory' ? 'BinarySI' : 'DecimalSI');
    const current = { ...(utilization !== undefined && { averageUtilization: utilization }), averageValue };
    const metric =
      what === 'usage' ? `${name} resource` : `${name} resource utilization (percentage of request)`;
    return { replicas, name: metric, status: { type: 'Resource', resource: { name, current } } };
  } catch (error) {
    const message = `failed to get ${name} ${what}: ${messageOf(error)}`;
    throw new MetricError('FailedGetResourceMetric', `failed to get ${name} resource metric value`, message);
  }
}

function byTarget(question: Question, resource: string, target: MetricTarget): Proposed {
  const { averageValue, averageUtilization = 0 } = target;
  return averageValue === undefined
    ? byUtilization(question, resource, averageUtilization)
    : byAverage(question, resource === 'cpu', thousandths(averageValue));
}

function byPods({ metric, target }: NonNullable<MetricSpec['pods']>, to: Target): MetricProposal {
  try {
    const question = questionOf(to, metric.name, `unable to get metric ${metric.name}`, customApi);
    const { replicas, average } = byAverage(question, false, thousandths(target.averageValue ?? 0));
    const current = { averageValue: milli(average) };
    return {
      replicas,
      name: `pods metric ${metric.name}`,
      status: { type: 'Pods', pods: { metric, current } },
    };
  } catch (error) {
    throw new MetricError('FailedGetPodsMetric', 'failed to get pods metric value', messageOf(error));
  }
}

function byExternal({ metric, target }: NonNullable<MetricSpec['external']>, to: Target): MetricProposal {
  const { specReplicas, statusReplicas, tolerances, pods, metrics, namespace } = to;
  const selector = metric.selector === undefined ? 'nil' : JSON.stringify(metric.selector);
  const isAverage = target.averageValue !== undefined;
  const value = metrics.external(metric.name);
  if (value === undefined) {
    const prefix = isAverage
      ? `failed to get ${metric.name} external metric`
      : `failed to get external metric ${metric.name}`;
    throw new MetricError(
      'FailedGetExternalMetric',
      `failed to get ${metric.name} external metric value: ${prefix}`,
      `unable to get external metric ${namespace}/${metric.name}/${selector}: unable to fetch metrics from external ` +
        `metrics API: the server could not find the requested resource (get ${metric.name}.external.metrics.k8s.io)`,
    );
  }
  const wanted = thousandths(target.averageValue ?? target.value ?? 0);
  const ratio = value / (isAverage ? wanted * statusReplicas : wanted);
  const ready = pods.filter((pod) => pod.status?.phase === 'Running' && isReady(pod)).length;
  const proposed = isAverage ? Math.ceil(value / wanted) : Math.ceil(ratio * ready);
  const current = isAverage
    ? { averageValue: milli(Math.ceil(value / statusReplicas)) }
    : { value: milli(value) };
  return {
    replicas: isWithin(tolerances, ratio) ? (isAverage ? statusReplicas : specReplicas) : proposed,
    name: `external metric ${metric.name}(${selector})`,
    status: { type: 'External', external: { metric, current } },
  };
}

const resourceApi = { name: 'resource metrics API', resource: 'pods.metrics.k8s.io' };
const customApi = { name: 'custom metrics API', resource: 'pods.custom.metrics.k8s.io' };

function questionOf(to: Target, name: string, prefix: string, api: typeof resourceApi): Question {
  const { pods, metrics, specReplicas: current, tolerances, clock } = to;
  if (!metrics.hasPods) {
    const missing = `the server could not find the requested resource (get ${api.resource})`;
    throw new Error(`${prefix}: unable to fetch metrics from ${api.name}: ${missing}`);
  }
  const usage = metrics.ofPods(name, pods);
  if (usage.size === 0) throw new Error(`${prefix}: no metrics returned from ${api.name}`);
  return { pods, usage, current, tolerances, clock };
}

function milli(amount: number, format: 'DecimalSI' | 'BinarySI' = 'DecimalSI'): string {
  return new Quantity(BigInt(amount) * 1_000_000n, format).toString();
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
