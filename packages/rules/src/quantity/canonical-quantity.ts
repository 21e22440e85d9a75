import { binaryPowers, decimalPowers, nano, type QuantityFormat } from './units.ts';

const decimalSuffixes = new Map([...decimalPowers].map(([suffix, power]) => [power, suffix]));
const binarySuffixes = new Map([...binaryPowers].map(([suffix, power]) => [power, suffix]));

/**
 * The canonical form of an amount: no fraction, and the largest suffix for which that is possible. An amount in binary
 * format that is a fraction, or between -1024 and 1024, becomes decimal.
 */
export function canonicalQuantity(billionths: bigint, format: QuantityFormat): string {
  const isSmall = -1024n * nano < billionths && billionths < 1024n * nano;
  if (format === 'BinarySI' && !isSmall && billionths % nano === 0n) {
    const [amount, power] = shortened(billionths / nano, 1024n, binaryPowers.size);
    return `${amount}${binarySuffixes.get(power) ?? ''}`;
  }
  if (billionths === 0n) return '0';
  const hasExponent = format === 'DecimalExponent';
  const [amount, thousands] = shortened(billionths, 1000n, hasExponent ? Infinity : decimalPowers.size - 1);
  const power = thousands * 3 - 9;
  if (hasExponent) return power === 0 ? String(amount) : `${amount}e${power}`;
  return `${amount}${decimalSuffixes.get(power) ?? ''}`;
}

/** Divides by the base as long as there is no remainder, but no more often than there are suffixes. */
function shortened(amount: bigint, base: bigint, most: number): readonly [amount: bigint, times: number] {
  let rest = amount;
  let times = 0;
  for (; times < most && rest % base === 0n; times++) rest /= base;
  return [rest, times];
}
