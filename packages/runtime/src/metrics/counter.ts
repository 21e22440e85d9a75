import {
  type LabelArguments,
  type Labels,
  line,
  type Metric,
  type MetricOptions,
  SeriesMap,
} from './metric.ts';

/** A cumulative metric that only increases. */
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

  /** The series with these labels. It is exported from now on, starting at 0. */
  with(...labels: LabelArguments<Name>): CounterSeries {
    return this.#series.of(labels[0] ?? {});
  }

  /** Increments the series with these labels by one. */
  increment(...labels: LabelArguments<Name>): void {
    this.with(...labels).increment();
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

/** The count for one combination of label values. */
export class CounterSeries {
  #value = 0;

  /** The current value. */
  get value(): number {
    return this.#value;
  }

  /** Increments the value; throws a `RangeError` if `by` is negative. */
  increment(by = 1): void {
    if (!(by >= 0)) throw new RangeError(`counters can only increase, got ${by}`);
    this.#value += by;
  }

  /** Raises the value to a total that is counted elsewhere. */
  reach(total: number): void {
    this.#value = Math.max(this.#value, total);
  }
}
