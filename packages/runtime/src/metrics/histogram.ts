import {
  formatted,
  type LabelArguments,
  type Labels,
  line,
  type Metric,
  type MetricOptions,
  SeriesMap,
} from './metric.ts';

/** The buckets of client-go's work queue and admission metrics, in seconds. */
export const powersOfTen: readonly number[] = [
  1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10, 100, 1000,
];

/** The name, help, labels and buckets of a histogram. */
export interface HistogramOptions<Name extends string> extends MetricOptions<Name> {
  /** Upper bounds in ascending order, without `+Inf`. Default: suitable for durations in seconds. */
  buckets?: readonly number[] | undefined;
}

export const defaultBuckets: readonly number[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts observations in buckets, usually durations in seconds. */
export class Histogram<Name extends string = never> implements Metric {
  readonly type = 'histogram';
  readonly name: string;
  readonly help: string;
  readonly #series: SeriesMap<HistogramSeries>;

  constructor({ buckets = defaultBuckets, ...options }: HistogramOptions<Name>) {
    if (buckets.some((bound, index) => index > 0 && !(bound > buckets[index - 1]!))) {
      throw new RangeError(`metrics: the buckets of ${options.name} must be in ascending order`);
    }
    this.name = options.name;
    this.help = options.help;
    this.#series = new SeriesMap(options, () => new HistogramSeries(buckets));
  }

  /** The series with these labels. It is exported from now on, even without observations. */
  with(...labels: LabelArguments<Name>): HistogramSeries {
    return this.#series.of(labels[0] ?? {});
  }

  /** Adds an observation to the series with these labels. */
  observe(value: number, ...labels: LabelArguments<Name>): void {
    this.with(...labels).observe(value);
  }

  /** Removes every series with these label values, for instance of a cluster that no longer exists. */
  remove(labels: Partial<Labels<Name>>): void {
    this.#series.remove(labels);
  }

  /** The samples in the text format. */
  *lines(): Iterable<string> {
    for (const [labels, series] of this.#series.entries()) yield* series.lines(this.name, labels);
  }
}

/** The observations for one combination of label values. */
export class HistogramSeries {
  readonly #bounds: readonly number[];
  /** One for each bound, and one for `+Inf`. */
  readonly #counts: number[];
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  /** Adds an observation. */
  observe(value: number): void {
    let [low, high] = [0, this.#bounds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= this.#bounds[middle]!) high = middle;
      else low = middle + 1;
    }
    this.#counts[low]! += 1;
    this.#sum += value;
  }

  /** The upper bounds of the buckets, without `+Inf`. */
  get bounds(): readonly number[] {
    return this.#bounds;
  }

  /** The observations in each bucket alone; the last one is `+Inf`. */
  get counts(): readonly number[] {
    return this.#counts;
  }

  /** The sum of the observations. */
  get sum(): number {
    return this.#sum;
  }

  /** The samples in the text format. `labels` are already formatted. */
  *lines(name: string, labels: string): Iterable<string> {
    const before = labels === '' ? '' : `${labels},`;
    let total = 0;
    for (const [index, count] of this.#counts.entries()) {
      total += count;
      const bound = formatted(this.#bounds[index] ?? Number.POSITIVE_INFINITY);
      yield line(`${name}_bucket`, `${before}le="${bound}"`, total);
    }
    yield line(`${name}_sum`, labels, this.#sum);
    yield line(`${name}_count`, labels, total);
  }
}
