import { type LabelArguments, line, type Metric, type MetricOptions, SeriesMap } from './metric.ts';

/** Counts what happens; only ever grows. */
export class Counter<Name extends string = never> implements Metric {
  readonly type = 'counter';
  readonly name: string;
  readonly help: string;
  readonly #series: SeriesMap<CounterSeries>;

  constructor(options: MetricOptions<Name>) {
    this.name = options.name;
    this.help = options.help;
    this.#series = new SeriesMap(options, () => new CounterSeries());
  }

  /** The series of these labels, which is shown from now on, with 0 as long as nothing happens. */
  with(...labels: LabelArguments<Name>): CounterSeries {
    return this.#series.of(labels[0] ?? {});
  }

  /** Counts one more. */
  increment(...labels: LabelArguments<Name>): void {
    this.with(...labels).increment();
  }

  /** What the text format shows. */
  *lines(): Iterable<string> {
    for (const [labels, { value }] of this.#series.entries()) yield line(this.name, labels, value);
  }
}

/** What was counted under one combination of labels. */
export class CounterSeries {
  #value = 0;

  /** How many were counted so far. */
  get value(): number {
    return this.#value;
  }

  /** Counts some more; throws a `RangeError` when it is to shrink. */
  increment(by = 1): void {
    if (!(by >= 0)) throw new RangeError(`counters can only increase, got ${by}`);
    this.#value += by;
  }

  /** Takes over a count that is kept elsewhere. */
  reach(total: number): void {
    this.#value = Math.max(this.#value, total);
  }
}
