/** A length of time, in nanoseconds like Go's `time.Duration`. Immutable. */
export class Duration {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }

  /** For `setTimeout` and `Date`. Can have a fraction. */
  get milliseconds(): number {
    return Number(this.nanoseconds) / 1e6;
  }

  /** The sum. */
  add(other: Duration | string): Duration {
    return new Duration(this.nanoseconds + toDuration(other).nanoseconds);
  }

  /** The difference. */
  subtract(other: Duration | string): Duration {
    return new Duration(this.nanoseconds - toDuration(other).nanoseconds);
  }

  /** Negative if this duration is shorter than the other, positive if it is longer, 0 if both are equal. */
  compare(other: Duration | string): -1 | 0 | 1 {
    const { nanoseconds } = toDuration(other);
    if (this.nanoseconds === nanoseconds) return 0;
    return this.nanoseconds < nanoseconds ? -1 : 1;
  }

  /** As Go prints it: `1h30m0s`, `1.5s`, `100ms`. */
  toString(): string {
    const sign = this.nanoseconds < 0n ? '-' : '';
    const size = this.nanoseconds < 0n ? -this.nanoseconds : this.nanoseconds;
    return sign + (size < second ? subsecond(size) : clock(size));
  }

  /** JSON contains the duration as Go prints it. */
  toJSON(): string {
    return this.toString();
  }
}

const second = 1_000_000_000n;

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: second,
  m: 60n * second,
  h: 3600n * second,
};

/** Parses a duration in Go's syntax, such as `1h30m` or `-1.5s`. Throws if the text is not a duration. */
export function parseDuration(text: string): Duration {
  const nanoseconds = readDuration(text);
  if (nanoseconds !== undefined) return new Duration(nanoseconds);
  throw new Error(`invalid duration ${JSON.stringify(text)}: expected a value such as 1h30m, 10s or 500ms`);
}

/** Orders durations from the shortest to the longest, for `toSorted`. */
export function compareDurations(a: Duration | string, b: Duration | string): -1 | 0 | 1 {
  return toDuration(a).compare(b);
}

function toDuration(value: Duration | string): Duration {
  return value instanceof Duration ? value : parseDuration(value);
}

const part = /(\d+)?(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;

/** The nanoseconds of a duration in Go's syntax; undefined if the text is not a duration. */
export function readDuration(text: string): bigint | undefined {
  const sign = /^[+-]/.exec(text)?.[0] ?? '';
  const digits = text.slice(sign.length);
  if (digits === '0') return 0n;
  if (digits === '') return undefined;
  let total = 0n;
  for (part.lastIndex = 0; part.lastIndex < digits.length;) {
    const [, whole, fraction, unit] = part.exec(digits) ?? [];
    if (unit === undefined || (!whole && !fraction)) return undefined;
    const factor = units[unit]!;
    total += BigInt(whole ?? 0) * factor;
    if (fraction) total += (BigInt(fraction) * factor) / 10n ** BigInt(fraction.length);
  }
  const value = sign === '-' ? -total : total;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function subsecond(size: bigint): string {
  if (size === 0n) return '0s';
  if (size < 1_000n) return `${size}ns`;
  return size < 1_000_000n ? `${decimal(size, 3)}µs` : `${decimal(size, 6)}ms`;
}

function clock(size: bigint): string {
  const minutes = size / (60n * second);
  const hours = minutes / 60n;
  return [
    ...(hours > 0n ? [`${hours}h`] : []),
    ...(minutes > 0n ? [`${minutes % 60n}m`] : []),
    `${decimal(size % (60n * second), 9)}s`,
  ].join('');
}

/** A decimal number without trailing zeros; `decimals` is the number of digits after the point. */
export function decimal(value: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const fraction = (value % scale).toString().padStart(decimals, '0').replace(/0+$/, '');
  return `${value / scale}${fraction === '' ? '' : `.${fraction}`}`;
}
