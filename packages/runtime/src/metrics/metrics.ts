import { Counter } from './counter.ts';
import { Gauge } from './gauge.ts';
import { Histogram, type HistogramOptions } from './histogram.ts';
import type { Metric, MetricOptions } from './metric.ts';

/** The content type of the Prometheus text format. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics registry of a manager: the runtime's metrics and those of your operator. */
export class Metrics {
  readonly #metrics = new Map<string, Metric>();
  readonly #collectors: (() => void)[] = [];

  /** Registers a counter. Throws if the name is invalid or already registered. */
  counter<Name extends string = never>(options: MetricOptions<Name>): Counter<Name> {
    return this.#add(new Counter(options));
  }

  /** Registers a gauge. Throws if the name is invalid or already registered. */
  gauge<Name extends string = never>(options: MetricOptions<Name>): Gauge<Name> {
    return this.#add(new Gauge(options));
  }

  /** Registers a histogram. Throws if the name is invalid or already registered, or the buckets are not ascending. */
  histogram<Name extends string = never>(options: HistogramOptions<Name>): Histogram<Name> {
    return this.#add(new Histogram(options));
  }

  /** The names of all metrics. */
  get names(): readonly string[] {
    return [...this.#metrics.keys()];
  }

  /** Calls the function before every scrape, to set values that are computed on demand. It must be fast. */
  onScrape(collect: () => void): void {
    this.#collectors.push(collect);
  }

  /** All metrics in the Prometheus text format, version 0.0.4. */
  text(): string {
    for (const collect of this.#collectors) collect();
    const lines: string[] = [];
    for (const metric of this.#metrics.values()) {
      const help = metric.help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
      lines.push(`# HELP ${metric.name} ${help}`, `# TYPE ${metric.name} ${metric.type}`, ...metric.lines());
    }
    return `${lines.join('\n')}\n`;
  }

  #add<T extends Metric>(metric: T): T {
    if (this.#metrics.has(metric.name)) throw new Error(`metric ${metric.name} is already registered`);
    this.#metrics.set(metric.name, metric);
    return metric;
  }
}
