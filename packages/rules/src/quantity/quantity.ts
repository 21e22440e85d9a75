import { canonicalQuantity } from './canonical-quantity.ts';
import { binaryPowers, decimalPowers, nano, type QuantityFormat } from './units.ts';

/** A quantity as objects contain it: the API server stores `4` for `limit: 4`, and `500m` for `limit: 500m`. */
export type QuantityValue = string | number;

/** An exact amount, such as 500m or 2Gi, with the arithmetic of Kubernetes. Immutable. */
export class Quantity {
  /** The amount in billionths, the smallest unit. */
  readonly billionths: bigint;
  /** The format that `toString` writes. */
  readonly format: QuantityFormat;

  constructor(billionths: bigint, format: QuantityFormat = 'DecimalSI') {
    this.billionths = billionths;
    this.format = format;
  }

  /** The sum, in the format of this quantity, unless this is zero. */
  add(other: Quantity | QuantityValue): Quantity {
    const { billionths, format } = toQuantity(other);
    return new Quantity(this.billionths + billionths, this.billionths === 0n ? format : this.format);
  }

  /** The difference, in the format of this quantity, unless this is zero. */
  subtract(other: Quantity | QuantityValue): Quantity {
    const { billionths, format } = toQuantity(other);
    return this.add(new Quantity(-billionths, format));
  }

  /** Negative if this quantity is less than the other, positive if it is greater, 0 if both are equal. */
  compare(other: Quantity | QuantityValue): -1 | 0 | 1 {
    const { billionths } = toQuantity(other);
    if (this.billionths === billionths) return 0;
    return this.billionths < billionths ? -1 : 1;
  }

  /** The amount as a number, which can be inexact. */
  toNumber(): number {
    return Number(this.billionths) / Number(nano);
  }

  /** The canonical form: `1536Mi` for 1.5Gi, `500m` for 0.5. */
  toString(): string {
    return canonicalQuantity(this.billionths, this.format);
  }

  /** JSON contains the canonical form. */
  toJSON(): string {
    return this.toString();
  }
}

/** Parses a quantity. Throws an error with the API server's message if the value is not a quantity. */
export function parseQuantity(value: QuantityValue): Quantity {
  const quantity = readQuantity(String(value));
  if (typeof quantity === 'string') throw new Error(quantity);
  return quantity;
}

/** Orders quantities from the least to the greatest, for `toSorted`. */
export function compareQuantities(a: Quantity | QuantityValue, b: Quantity | QuantityValue): -1 | 0 | 1 {
  return toQuantity(a).compare(b);
}

function toQuantity(value: Quantity | QuantityValue): Quantity {
  return value instanceof Quantity ? value : parseQuantity(value);
}

const wrongFormat =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** The API server reduces larger amounts in binary format to this one. */
const largestBinary = (2n ** 63n - 1n) * nano;

/**
 * The quantity, or the API server's message if the text is not a quantity. Like the API server, rounds fractions of a
 * billionth away from zero, and reads a suffix without digits as zero.
 */
export function readQuantity(text: string): Quantity | string {
  const [match, minus, whole = '', fraction = '', suffix = ''] =
    /^(?:\+|(-))?(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/.exec(text) ?? [];
  if (!match) return wrongFormat;
  const unit = unitOf(suffix);
  if (unit === undefined) return "unable to parse quantity's suffix";
  const digits = BigInt(whole + fraction) * unit.numerator * nano;
  const divisor = unit.denominator * 10n ** BigInt(fraction.length);
  const rounded = digits / divisor + (digits % divisor === 0n ? 0n : 1n);
  const isBinary = unit.format === 'BinarySI';
  const size = isBinary && rounded > largestBinary ? largestBinary : rounded;
  const format = isBinary && size > 0n && size < nano ? 'DecimalSI' : unit.format;
  return new Quantity(minus === undefined ? size : -size, format);
}

interface Unit {
  readonly numerator: bigint;
  readonly denominator: bigint;
  readonly format: QuantityFormat;
}

function unitOf(suffix: string): Unit | undefined {
  const binary = binaryPowers.get(suffix);
  if (binary !== undefined) {
    return { numerator: 1024n ** BigInt(binary), denominator: 1n, format: 'BinarySI' };
  }
  const decimal = decimalPowers.get(suffix);
  if (decimal !== undefined) return powerOfTen(decimal, 'DecimalSI');
  const exponent = /^[eE]([-+]?\d{1,4})$/.exec(suffix)?.[1];
  return exponent === undefined ? undefined : powerOfTen(Number(exponent), 'DecimalExponent');
}

function powerOfTen(power: number, format: QuantityFormat): Unit {
  return {
    numerator: 10n ** BigInt(Math.max(power, 0)),
    denominator: 10n ** BigInt(Math.max(-power, 0)),
    format,
  };
}
