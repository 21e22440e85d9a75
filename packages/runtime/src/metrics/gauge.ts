import { type LabelArguments, line, type Metric, type MetricOptions, SeriesMap } from './metric.ts';

/** How much of something there is. */
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

  /** Sets the value of one series. */
  set(value: number, ...labels: LabelArguments<Name>): void {
    this.#series.of(labels[0] ?? {}).value = value;
  }

  /** Changes the value of one series by so much, which may be negative. */
  add(by: number, ...labels: LabelArguments<Name>): void {
    this.#series.of(labels[0] ?? {}).value += by;
  }

  /** Forgets every series: for a gauge that is filled anew for each scrape. */
  reset(): void {
    this.#series.clear();
  }

  /** What the text format shows. */
  *lines(): Iterable<string> {
    for (const [labels, { value }] of this.#series.entries()) yield line(this.name, labels, value);
  }
}
