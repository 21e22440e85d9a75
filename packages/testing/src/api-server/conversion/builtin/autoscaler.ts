import { isObject, type JsonObject } from '@opgen/rules/json';
import type { StoredObject } from '../../storage/stored-object.ts';
import { metricsInV1, metricsInV2 } from './autoscaler-metrics.ts';

/** autoscaling/v1 has one metric, the CPU; it keeps all other metrics of v2 in annotations. */
const prefix = 'autoscaling.alpha.kubernetes.io/';
const convertedAnnotations = ['metrics', 'behavior', 'conditions', 'current-metrics'].map(
  (name) => `${prefix}${name}`,
);

export function autoscalerInV1(object: StoredObject): StoredObject {
  const { metrics, behavior, ...spec } = objectOf(object['spec']);
  const { currentMetrics, conditions, ...status } = objectOf(object['status']);
  const [cpu, ...others] = cpuFirst(listOf(metrics), 'target');
  const [currentCpu] = cpuFirst(listOf(currentMetrics), 'current');
  const annotations = {
    ...object.metadata.annotations,
    ...note('metrics', metricsInV1(others, 'target')),
    ...(isObject(behavior) && note('behavior', mapped(behavior, withCapitals))),
    ...note('conditions', listOf(conditions)),
    ...note('current-metrics', metricsInV1(listOf(currentMetrics), 'current')),
  };
  return {
    ...object,
    apiVersion: 'autoscaling/v1',
    metadata: withAnnotations(object, annotations),
    spec: { ...spec, ...(cpu !== undefined && { targetCPUUtilizationPercentage: cpu }) },
    status: {
      ...status,
      currentReplicas: status['currentReplicas'] ?? 0,
      ...(currentCpu !== undefined && { currentCPUUtilizationPercentage: currentCpu }),
    },
  } as StoredObject;
}

export function autoscalerInV2(object: StoredObject): StoredObject {
  const { targetCPUUtilizationPercentage, ...spec } = objectOf(object['spec']);
  const { currentCPUUtilizationPercentage: _cpu, currentReplicas, ...status } = objectOf(object['status']);
  const noted = (name: string): unknown =>
    JSON.parse(object.metadata.annotations?.[`${prefix}${name}`] ?? 'null');
  const cpu = {
    name: 'cpu',
    target: { type: 'Utilization', averageUtilization: targetCPUUtilizationPercentage },
  };
  const metrics = [
    ...metricsInV2(listOf(noted('metrics')), 'target'),
    ...(typeof targetCPUUtilizationPercentage === 'number' ? [{ type: 'Resource', resource: cpu }] : []),
  ];
  const [behavior, conditions] = [noted('behavior'), listOf(noted('conditions'))];
  const currentMetrics = metricsInV2(listOf(noted('current-metrics')), 'current');
  const annotations = Object.fromEntries(
    Object.entries(object.metadata.annotations ?? {}).filter(
      ([name]) => !convertedAnnotations.includes(name),
    ),
  );
  return {
    ...object,
    apiVersion: 'autoscaling/v2',
    metadata: withAnnotations(object, annotations),
    spec: {
      ...spec,
      ...(metrics.length > 0 && { metrics }),
      ...(isObject(behavior) && { behavior: mapped(behavior, withoutCapitals) }),
    },
    status: {
      ...(currentReplicas !== 0 && { currentReplicas }),
      ...status,
      ...(currentMetrics.length > 0 && { currentMetrics }),
      ...(conditions.length > 0 && { conditions }),
    },
  } as StoredObject;
}

/** The CPU metric, if there is one, and all other metrics. */
function cpuFirst(metrics: readonly JsonObject[], aim: string): [cpu: unknown, ...others: JsonObject[]] {
  const utilization = ({ type, resource }: JsonObject): unknown =>
    type === 'Resource' && isObject(resource) && resource['name'] === 'cpu'
      ? objectOf(resource[aim])['averageUtilization']
      : undefined;
  const found = metrics.find((metric) => utilization(metric) !== undefined);
  return [found && utilization(found), ...metrics.filter((metric) => metric !== found)];
}

function note(name: string, value: JsonObject | readonly JsonObject[]): Record<string, string> {
  if (Array.isArray(value) && value.length === 0) return {};
  return { [`${prefix}${name}`]: JSON.stringify(value) };
}

function withAnnotations(
  { metadata }: StoredObject,
  annotations: Record<string, string>,
): StoredObject['metadata'] {
  const { annotations: _, ...others } = metadata;
  return Object.keys(annotations).length === 0 ? others : { ...others, annotations };
}

/** Renames the fields of an object, recursively. */
function mapped(object: JsonObject, rename: (name: string) => string): JsonObject {
  const value = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(value);
    return isObject(each) ? mapped(each, rename) : each;
  };
  const entries = Object.entries(object).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.map(([name, each]) => [rename(name), value(each)]));
}

const withCapitals = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
const withoutCapitals = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
