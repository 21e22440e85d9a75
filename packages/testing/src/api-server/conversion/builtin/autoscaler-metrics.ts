import { isObject, type JsonObject } from '@opgen/rules/json';

/** Converts metrics between autoscaling/v2 and the form that autoscaling/v1 stores in annotations. */

/** The target or current value of a metric: in v1 each value has its own field name. */
type Aim = 'target' | 'current';

export function metricsInV1(metrics: readonly JsonObject[], aim: Aim): JsonObject[] {
  return metrics.map((metric) => {
    const [source, fields] = sourceOf(metric);
    return { type: metric['type'], [source]: inV1(source, fields, aim) };
  });
}

export function metricsInV2(metrics: readonly JsonObject[], aim: Aim): JsonObject[] {
  return metrics.map((metric) => {
    const [source, fields] = sourceOf(metric);
    return { type: metric['type'], [source]: inV2(source, fields, aim) };
  });
}

/** The field for the type of a metric: `containerResource` for `ContainerResource`. */
function sourceOf({ type, ...sources }: JsonObject): [name: string, fields: JsonObject] {
  const name = `${String(type).slice(0, 1).toLowerCase()}${String(type).slice(1)}`;
  return [name, objectOf(sources[name])];
}

function inV1(source: string, fields: JsonObject, aim: Aim): JsonObject {
  const { name, container, metric, describedObject } = fields;
  const { value, averageValue, averageUtilization } = objectOf(fields[aim]);
  const { name: metricName, selector } = objectOf(metric);
  if (source === 'resource' || source === 'containerResource') {
    return defined({
      name,
      [`${aim}AverageUtilization`]: averageUtilization,
      [`${aim}AverageValue`]: averageValue,
      container,
    });
  }
  const average = { [`${aim}AverageValue`]: averageValue };
  if (source === 'pods') return defined({ metricName, ...average, selector });
  const whole = { [`${aim}Value`]: value };
  if (source === 'external') return defined({ metricName, metricSelector: selector, ...whole, ...average });
  return defined({ target: describedObject, metricName, ...whole, selector, averageValue });
}

function inV2(source: string, fields: JsonObject, aim: Aim): JsonObject {
  const { name, container, metricName, target, selector, metricSelector, averageValue } = fields;
  const amount = defined({
    value: fields[`${aim}Value`],
    averageValue: fields[`${aim}AverageValue`] ?? averageValue,
    averageUtilization: fields[`${aim}AverageUtilization`],
  });
  const reached = { [aim]: aim === 'target' ? { type: typeOf(amount), ...amount } : amount };
  if (source === 'resource' || source === 'containerResource')
    return defined({ name, container, ...reached });
  const metric = defined({ name: metricName, selector: selector ?? metricSelector });
  return source === 'object' ? { describedObject: target, metric, ...reached } : { metric, ...reached };
}

function typeOf({ averageValue, averageUtilization }: JsonObject): string {
  if (averageUtilization !== undefined) return 'Utilization';
  return averageValue === undefined ? 'Value' : 'AverageValue';
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function defined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
