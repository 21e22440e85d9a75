import {
  type LabelArguments,
  type Labels,
  line,
  type Metric,
  type MetricOptions,
  SeriesMap,
} from './metric.ts';

/** A metric that can increase and decrease. */
export class Gauge<Name extends string = never> implements Metric {
  readonly type = 'gauge';
  readonly name: string;
  readonly help: string;
  readonly #series: SeriesMap<{ value: number }>;

  constructor(options: MetricOptions<Name>) {
    this.name = options.name;
    this.help = options.help;
    this.#series = new SeriesMap(options, () => ({ value: 0 }));
  }

  /** Sets the value of the series with these labels. */
  set(value: number, ...labels: LabelArguments<Name>): void {
    this.#series.of(labels[0] ?? {}).value = value;
  }

  /** Adds to the value of the series with these labels; `by` may be negative. */
  add(by: number, ...labels: LabelArguments<Name>): void {
    this.#series.of(labels[0] ?? {}).value += by;
  }

  /** Removes every series, for a gauge that is recomputed on each scrape. */
  reset(): void {
    this.#series.clear();
  }

  /** Removes every series with these label values, for instance of a cluster that no longer exists. */
  remove(labels: Partial<Labels<Name>>): void {
    this.#series.remove(labels);
  }

  /** The samples in the text format. */
  *lines(): Iterable<string> {
    for (const [labels, { value }] of this.#series.entries()) yield line(this.name, labels, value);
  }
}
