const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const part = /(\d+)?(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;

/** Parses a duration in Go's syntax, such as 1h30m or -1.5s, to nanoseconds; undefined if the text is invalid. */
export function parseDuration(text: string): bigint | undefined {
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

/** Seconds as Go's strconv prints them: without exponent, with as many digits as needed. */
export function formatSeconds(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? '-' : '';
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const fraction = (size % 1_000_000_000n).toString().padStart(9, '0').replace(/0+$/, '');
  return `${sign}${size / 1_000_000_000n}${fraction === '' ? '' : `.${fraction}`}s`;
}
