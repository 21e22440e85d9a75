import { type FieldError, forbidden, invalid, oneOf, required } from '../field-errors.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import {
  atLeast,
  notNegativeQuantity,
  objectIn,
  pathSegment,
  positiveQuantity,
  requiredText,
  textIn,
} from './fields.ts';
import type { Validation } from './validation.ts';

export const validateAutoscaler: Validation = (autoscaler, old) => {
  const spec = objectIn(autoscaler, 'spec');
  const minReplicas = spec['minReplicas'];
  const maxReplicas = Number(spec['maxReplicas'] ?? 0);
  const hadNone = old !== undefined && objectIn(old, 'spec')['minReplicas'] === 0;
  return [
    ...atLeast(hadNone ? 0 : 1, minReplicas, 'spec.minReplicas'),
    ...(maxReplicas === 0 ? [required('spec.maxReplicas', 'must be set and greater than 0')] : []),
    ...(maxReplicas < 0 ? atLeast(1, maxReplicas, 'spec.maxReplicas') : []),
    ...(typeof minReplicas === 'number' && maxReplicas < minReplicas
      ? [invalid('spec.maxReplicas', maxReplicas, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...validateTarget(objectIn(spec, 'scaleTargetRef'), 'spec.scaleTargetRef', true),
    ...validateMetrics(objectsIn(spec['metrics']), minReplicas),
    ...(isObject(spec['behavior']) ? validateBehavior(spec['behavior'], 'spec.behavior') : []),
  ];
};

/** Which object is scaled or described. Every kind that can be scaled has an API group. */
function validateTarget(reference: JsonObject, path: string, isScaled = false): FieldError[] {
  const apiVersion = textIn(reference, 'apiVersion');
  return [
    ...requiredText(textIn(reference, 'kind'), `${path}.kind`, pathSegment),
    ...requiredText(textIn(reference, 'name'), `${path}.name`, pathSegment),
    ...(isScaled ? validateApiVersion(apiVersion, textIn(reference, 'kind'), `${path}.apiVersion`) : []),
  ];
}

function validateApiVersion(apiVersion: string, kind: string, path: string): FieldError[] {
  if (apiVersion.split('/').length > 2)
    return [invalid(path, apiVersion, `unexpected GroupVersion string: ${apiVersion}`)];
  const isCore = apiVersion === 'v1' && kind === 'ReplicationController';
  if (apiVersion.includes('/') || isCore) return [];
  return [invalid(path, apiVersion, 'apiVersion must specify API group')];
}

const sources: Readonly<Record<string, string>> = {
  ContainerResource: 'containerResource',
  External: 'external',
  Object: 'object',
  Pods: 'pods',
  Resource: 'resource',
};

function validateMetrics(metrics: readonly JsonObject[], minReplicas: unknown): FieldError[] {
  const countsFromZero = metrics.some(({ type }) => type === 'Object' || type === 'External');
  return [
    ...(minReplicas === 0 && metrics.length > 0 && !countsFromZero
      ? [
          forbidden(
            'spec.metrics',
            'must specify at least one Object or External metric to support scaling to zero replicas',
          ),
        ]
      : []),
    ...metrics.flatMap((metric, i) => validateMetric(metric, `spec.metrics[${i}]`)),
  ];
}

function validateMetric(metric: JsonObject, path: string): FieldError[] {
  const type = textIn(metric, 'type');
  const expected = sources[type];
  const given = Object.values(sources).filter((source) => isObject(metric[source]));
  return [
    ...(type === '' ? [required(`${path}.type`, 'must specify a metric source type')] : []),
    ...oneOf(type, Object.keys(sources), `${path}.type`),
    ...(expected !== undefined && !given.includes(expected)
      ? [required(`${path}.${expected}`, 'must populate information for the given metric source')]
      : []),
    ...(expected !== undefined && given.includes(expected)
      ? given
          .filter((source) => source !== expected)
          .map((source) => forbidden(`${path}.${source}`, 'must populate the given metric source only'))
      : []),
    ...(expected !== undefined && given.includes(expected)
      ? validateSource(expected, objectIn(metric, expected), `${path}.${expected}`)
      : []),
  ];
}

function validateSource(kind: string, source: JsonObject, path: string): FieldError[] {
  const target = objectIn(source, 'target');
  const at = `${path}.target`;
  switch (kind) {
    case 'resource':
      return [...validateResourceName(source, path), ...validateResourceTarget(target, at)];
    case 'containerResource':
      return [
        ...validateResourceName(source, path),
        ...(textIn(source, 'container') === ''
          ? [required(`${path}.container`, 'must specify a container')]
          : []),
        ...validateResourceTarget(target, at),
      ];
    case 'pods':
      return [
        ...validateMetricName(source, path),
        ...validateTargetType(target, at),
        ...(target['averageValue'] === undefined
          ? [required(`${at}.averageValue`, 'must specify a positive target averageValue')]
          : positiveAmount(target['averageValue'], `${at}.averageValue`)),
      ];
    case 'external':
      return [
        ...validateMetricName(source, path),
        ...validateTargetType(target, at),
        ...validateEitherValue(target, at, 'must set either a target value for metric or a per-pod target'),
        ...(target['value'] !== undefined && target['averageValue'] !== undefined
          ? [forbidden(`${at}.value`, 'may not set both a target value for metric and a per-pod target')]
          : []),
      ];
    default:
      return [
        ...validateTarget(objectIn(source, 'describedObject'), `${path}.describedObject`),
        ...validateMetricName(source, path),
        ...validateTargetType(target, at),
        ...validateEitherValue(target, at, 'must set either a target value or averageValue'),
      ];
  }
}

function validateResourceName(source: JsonObject, path: string): FieldError[] {
  return textIn(source, 'name') === '' ? [required(`${path}.name`, 'must specify a resource name')] : [];
}

function validateMetricName(source: JsonObject, path: string): FieldError[] {
  const name = textIn(objectIn(source, 'metric'), 'name');
  if (name === '') return [required(`${path}.metric.name`, 'must specify a metric name')];
  return pathSegment(name, `${path}.metric.name`);
}

function validateTargetType(target: JsonObject, path: string): FieldError[] {
  const type = textIn(target, 'type');
  return [
    ...(type === '' ? [required(`${path}.type`, 'must specify a metric target type')] : []),
    ...(['Utilization', 'Value', 'AverageValue'].includes(type)
      ? []
      : [invalid(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue')]),
  ];
}

function validateResourceTarget(target: JsonObject, path: string): FieldError[] {
  const { averageUtilization, averageValue } = target;
  const both = averageUtilization !== undefined && averageValue !== undefined;
  const neither = averageUtilization === undefined && averageValue === undefined;
  return [
    ...validateTargetType(target, path),
    ...(typeof averageUtilization === 'number' && averageUtilization < 1
      ? [invalid(`${path}.averageUtilization`, averageUtilization, 'must be greater than 0')]
      : []),
    ...(neither
      ? [required(`${path}.averageUtilization`, 'must set either a target raw value or a target utilization')]
      : []),
    ...(both
      ? [forbidden(`${path}.averageValue`, 'may not set both a target raw value and a target utilization')]
      : []),
    ...positiveAmount(averageValue, `${path}.averageValue`),
  ];
}

function validateEitherValue(target: JsonObject, path: string, rule: string): FieldError[] {
  const { value, averageValue } = target;
  return [
    ...(value === undefined && averageValue === undefined ? [required(`${path}.averageValue`, rule)] : []),
    ...positiveAmount(value, `${path}.value`),
    ...positiveAmount(averageValue, `${path}.averageValue`),
  ];
}

function positiveAmount(value: unknown, path: string): FieldError[] {
  return positiveQuantity(value, path, 'must be positive');
}

function validateBehavior(behavior: JsonObject, path: string): FieldError[] {
  return ['scaleUp', 'scaleDown'].flatMap((direction) => {
    const rules = behavior[direction];
    return isObject(rules) ? validateScalingRules(rules, `${path}.${direction}`) : [];
  });
}

const longestWindow = 3600;
const longestPeriod = 1800;

function validateScalingRules(rules: JsonObject, path: string): FieldError[] {
  const { stabilizationWindowSeconds: window, selectPolicy, tolerance } = rules;
  const policies = objectsIn(rules['policies']);
  const at = `${path}.stabilizationWindowSeconds`;
  return [
    ...(Number(window) < 0 ? [invalid(at, window, 'must be greater than or equal to zero')] : []),
    ...(Number(window) > longestWindow
      ? [invalid(at, window, `must be less than or equal to ${longestWindow}`)]
      : []),
    ...oneOf(selectPolicy, ['Disabled', 'Max', 'Min'], `${path}.selectPolicy`),
    ...(policies.length === 0 ? [required(`${path}.policies`, 'must specify at least one Policy')] : []),
    ...policies.flatMap((policy, i) => validateScalingPolicy(policy, `${path}.policies[${i}]`)),
    ...notNegativeQuantity(tolerance, `${path}.tolerance`),
  ];
}

function validateScalingPolicy(policy: JsonObject, path: string): FieldError[] {
  const { value = 0, periodSeconds = 0 } = policy;
  const positive = (amount: unknown, name: string): FieldError[] =>
    Number(amount) > 0 ? [] : [invalid(`${path}.${name}`, amount, 'must be greater than zero')];
  return [
    ...oneOf(textIn(policy, 'type'), ['Percent', 'Pods'], `${path}.type`),
    ...positive(value, 'value'),
    ...positive(periodSeconds, 'periodSeconds'),
    ...(Number(periodSeconds) > longestPeriod
      ? [invalid(`${path}.periodSeconds`, periodSeconds, `must be less than or equal to ${longestPeriod}`)]
      : []),
  ];
}
