/** The values of a metric's labels. */
export type Labels<Name extends string> = Readonly<Record<Name, string>>;

/** The arguments of a method: none for a metric without labels, otherwise all label values. */
export type LabelArguments<Name extends string> = [Name] extends [never] ? [] : [labels: Labels<Name>];

/** The name, help and labels of a metric. */
export interface MetricOptions<Name extends string> {
  /** For instance `memcached_resizes_total`; counters end in `_total`, and units are seconds and bytes. */
  name: string;
  /** One sentence. */
  help: string;
  /** Every combination of values is a separate series: avoid labels with many values, such as names or messages. */
  labels?: readonly Name[] | undefined;
}

/** A metric that can be exported in the text format. */
export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The samples, without the HELP and TYPE lines. */
  lines(): Iterable<string>;
}

const names = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

/** The series of one metric by label values. */
export class SeriesMap<Value> {
  readonly #metric: string;
  readonly #labels: readonly string[];
  readonly #make: () => Value;
  /** By the label values, so that finding a series formats nothing. */
  readonly #series = new Map<string, readonly [labels: string, value: Value]>();

  constructor({ name, labels = [] }: MetricOptions<string>, make: () => Value) {
    const wrong = [name, ...labels].find((each) => !names.test(each));
    if (wrong !== undefined)
      throw new Error(`metrics: invalid metric or label name ${JSON.stringify(wrong)}`);
    this.#metric = name;
    this.#labels = labels;
    this.#make = make;
    if (labels.length === 0) this.of({});
  }

  /** The series with these label values; creates it if it does not exist. */
  of(values: Readonly<Record<string, string>>): Value {
    let key = '';
    for (const label of this.#labels) key += `${this.#valueOf(label, values)}\0`;
    let series = this.#series.get(key);
    if (series === undefined) {
      const labels = this.#labels.map((label) => `${label}="${escaped(this.#valueOf(label, values))}"`);
      series = [labels.join(','), this.#make()];
      this.#series.set(key, series);
    }
    return series[1];
  }

  /** Every series with its formatted labels. */
  entries(): IterableIterator<readonly [labels: string, value: Value]> {
    return this.#series.values();
  }

  clear(): void {
    this.#series.clear();
  }

  /** Removes every series that has these label values. */
  remove(values: Readonly<Record<string, string | undefined>>): void {
    for (const key of this.#series.keys()) {
      const found = key.split('\0');
      const matches = this.#labels.every((label, index) => (values[label] ?? found[index]) === found[index]);
      if (matches) this.#series.delete(key);
    }
  }

  #valueOf(label: string, values: Readonly<Record<string, string>>): string {
    const value = values[label];
    if (value === undefined) throw new Error(`metrics: missing value for label ${label} of ${this.#metric}`);
    return String(value);
  }
}

/** A sample in the text format. */
export function line(name: string, labels: string, value: number): string {
  return `${name}${labels === '' ? '' : `{${labels}}`} ${formatted(value)}`;
}

export function formatted(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
