/** How the suffix of a quantity is written: `M`, `Mi` or `e6`. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent';

/** The suffixes of powers of ten. */
export const decimalPowers: ReadonlyMap<string, number> = new Map([
  ['n', -9],
  ['u', -6],
  ['m', -3],
  ['', 0],
  ['k', 3],
  ['M', 6],
  ['G', 9],
  ['T', 12],
  ['P', 15],
  ['E', 18],
]);

/** The suffixes of powers of 1024. */
export const binaryPowers: ReadonlyMap<string, number> = new Map(
  ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map((suffix, index) => [suffix, index + 1]),
);

/** Quantities are multiples of a billionth. */
export const nano = 1_000_000_000n;
