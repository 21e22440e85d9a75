// Metrics: the metric types that `manager.metrics` creates.
export type { Counter, CounterSeries } from '../metrics/counter.ts';
export type { Gauge } from '../metrics/gauge.ts';
export type { Histogram, HistogramOptions, HistogramSeries } from '../metrics/histogram.ts';
export type { MetricOptions } from '../metrics/metric.ts';
export type { Metrics } from '../metrics/metrics.ts';
export type { MetricsRegistry } from '../metrics/metrics-registry.ts';
export type { MetricsOptions } from '../metrics-server/metrics-options.ts';
