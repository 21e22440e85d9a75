import { isObject, type JsonObject } from '@opgen/rules/json';

const defaultCpu = 80;

/** A HorizontalPodAutoscaler without metrics scales on CPU. */
export function defaultAutoscaler(autoscaler: JsonObject): void {
  const spec = (autoscaler['spec'] ??= {}) as JsonObject;
  spec['minReplicas'] ??= 1;
  const status = (autoscaler['status'] ??= {}) as JsonObject;
  status['desiredReplicas'] ??= 0;
  if (autoscaler['apiVersion'] === 'autoscaling/v1') {
    status['currentReplicas'] ??= 0;
    if (!hasNotedMetrics(autoscaler)) spec['targetCPUUtilizationPercentage'] ??= defaultCpu;
    return;
  }
  const { metrics, behavior } = spec;
  if (!Array.isArray(metrics) || metrics.length === 0) {
    const target = { type: 'Utilization', averageUtilization: defaultCpu };
    spec['metrics'] = [{ type: 'Resource', resource: { name: 'cpu', target } }];
  }
  if (isObject(behavior)) spec['behavior'] = wholeBehavior(behavior);
}

function hasNotedMetrics({ metadata }: JsonObject): boolean {
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  return isObject(annotations) && 'autoscaling.alpha.kubernetes.io/metrics' in annotations;
}

function wholeBehavior({ scaleUp, scaleDown }: JsonObject): JsonObject {
  const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
  const pods = { type: 'Pods', value: 4, periodSeconds: 15 };
  return {
    scaleUp: {
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: [pods, percent],
      ...(isObject(scaleUp) && scaleUp),
    },
    scaleDown: { selectPolicy: 'Max', policies: [percent], ...(isObject(scaleDown) && scaleDown) },
  };
}
