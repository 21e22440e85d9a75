import type { QuantityValue } from '@opgen/rules/quantity';
import type { Metrics, PodUsage } from '../autoscaler/metrics.ts';

/** Declares the metrics by which HorizontalPodAutoscalers scale. They look every 15 seconds of the cluster's clock. */
export interface MetricControls {
  /** What Pods with these labels use, such as `{ labels, total: { cpu: '2' } }`, until the next call with these labels. */
  ofPods(usage: PodUsage): void;
  /** The value of an external metric, such as the length of a queue. */
  external(name: string, value: QuantityValue): void;
}

export function metricControls(metrics: Metrics): MetricControls {
  return {
    ofPods: (usage) => metrics.setPods(usage),
    external: (name, value) => metrics.setExternal(name, value),
  };
}
