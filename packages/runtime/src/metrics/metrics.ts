import { Counter } from './counter.ts';
import { Gauge } from './gauge.ts';
import { Histogram, type HistogramOptions } from './histogram.ts';
import type { Metric, MetricOptions } from './metric.ts';

/** What Prometheus expects of an answer. */
export const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of one manager: those of the runtime, and those that the operator adds. */
export class Metrics {
  readonly #metrics = new Map<string, Metric>();
  readonly #collectors: (() => void)[] = [];

  /** A metric that only grows. Throws when the name is taken, or is none that Prometheus takes. */
  counter<Name extends string = never>(options: MetricOptions<Name>): Counter<Name> {
    return this.#add(new Counter(options));
  }

  /** A metric that goes up and down; throws as `counter` does. */
  gauge<Name extends string = never>(options: MetricOptions<Name>): Gauge<Name> {
    return this.#add(new Gauge(options));
  }

  /** A metric of how values are spread; throws as `counter` does, and when buckets do not ascend. */
  histogram<Name extends string = never>(options: HistogramOptions<Name>): Histogram<Name> {
    return this.#add(new Histogram(options));
  }

  /** Calls the function before every scrape, to set what is only known then. It must be quick. */
  onScrape(collect: () => void): void {
    this.#collectors.push(collect);
  }

  /** Everything in the text format of Prometheus, version 0.0.4. */
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
