import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, doubleType, intType, libraryType, stringType } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Opaque } from '../values/value.ts';

export const quantityType = libraryType('kubernetes.Quantity');

const nano = 1_000_000_000n;

/** An amount in billionths. Like Kubernetes, rounds smaller fractions away from zero. */
class Quantity implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = 'kubernetes.Quantity';
  readonly billionths: bigint;

  constructor(billionths: bigint) {
    this.billionths = billionths;
  }

  equals(other: Opaque): boolean {
    return other instanceof Quantity && other.billionths === this.billionths;
  }

  /** The amount as a 64-bit integer; undefined if it is not one. */
  get whole(): bigint | undefined {
    const value = this.billionths / nano;
    return value * nano === this.billionths && BigInt.asIntN(64, value) === value ? value : undefined;
  }
}

const pair = [quantityType, quantityType];
const withInt = [quantityType, intType];

/** Quantities such as 500m and 1Gi. */
export const quantity: Library = {
  quantity: [overload('string_to_quantity', [stringType], quantityType, toQuantity)],
  isQuantity: [
    overload(
      'is_quantity_string',
      [stringType],
      boolType,
      (text: string) => reading(text) instanceof Quantity,
    ),
  ],
  sign: [overload('quantity_sign', [quantityType], intType, ({ billionths }: Quantity) => sign(billionths))],
  isGreaterThan: [
    method(
      'quantity_is_greater_than',
      pair,
      boolType,
      (a: Quantity, b: Quantity) => a.billionths > b.billionths,
    ),
  ],
  isLessThan: [
    method(
      'quantity_is_less_than',
      pair,
      boolType,
      (a: Quantity, b: Quantity) => a.billionths < b.billionths,
    ),
  ],
  compareTo: [
    method('quantity_compare_to', pair, intType, (a: Quantity, b: Quantity) =>
      sign(a.billionths - b.billionths),
    ),
  ],
  asApproximateFloat: [
    method(
      'quantity_get_float',
      [quantityType],
      doubleType,
      ({ billionths }: Quantity) => Number(billionths) / 1e9,
    ),
  ],
  asInteger: [method('quantity_get_int', [quantityType], intType, asInteger)],
  isInteger: [
    method('quantity_is_integer', [quantityType], boolType, (amount: Quantity) => amount.whole !== undefined),
  ],
  add: [
    method(
      'quantity_add',
      pair,
      quantityType,
      (a: Quantity, b: Quantity) => new Quantity(a.billionths + b.billionths),
    ),
    method(
      'quantity_add_int',
      withInt,
      quantityType,
      (a: Quantity, b: bigint) => new Quantity(a.billionths + b * nano),
    ),
  ],
  sub: [
    method(
      'quantity_sub',
      pair,
      quantityType,
      (a: Quantity, b: Quantity) => new Quantity(a.billionths - b.billionths),
    ),
    method(
      'quantity_sub_int',
      withInt,
      quantityType,
      (a: Quantity, b: bigint) => new Quantity(a.billionths - b * nano),
    ),
  ],
};

function sign(value: bigint): bigint {
  return value > 0n ? 1n : value < 0n ? -1n : 0n;
}

function asInteger(amount: Quantity): bigint {
  if (amount.whole === undefined) throw new EvaluationError('cannot convert value to integer');
  return amount.whole;
}

function toQuantity(text: string): Quantity {
  const amount = reading(text);
  if (typeof amount === 'string') throw new EvaluationError(amount);
  return amount;
}

const wrongFormat =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];

/** The parsed quantity, or the API server's message if the text is not a quantity. */
function reading(text: string): Quantity | string {
  const [, minus, whole = '', fraction = '', suffix = ''] =
    /^(?:\+|(-))?(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[-+]?\d*)$/.exec(text) ?? [];
  if (whole === '' && fraction === '') return wrongFormat;
  const scale = scaleOf(suffix);
  if (scale === undefined) return "unable to parse quantity's suffix";
  const digits = BigInt(whole + fraction) * scale.numerator * nano;
  const divisor = scale.denominator * 10n ** BigInt(fraction.length);
  const size = digits / divisor + (digits % divisor === 0n ? 0n : 1n);
  return new Quantity(minus === undefined ? size : -size);
}

function scaleOf(suffix: string): { readonly numerator: bigint; readonly denominator: bigint } | undefined {
  const power = binary.indexOf(suffix);
  if (power !== -1) return { numerator: 1024n ** BigInt(power + 1), denominator: 1n };
  const exponent = /^[eE]([-+]?\d{1,4})$/.exec(suffix)?.[1];
  const ten = exponent === undefined ? decimal[suffix] : Number(exponent);
  if (ten === undefined || !(Object.hasOwn(decimal, suffix) || exponent !== undefined)) return undefined;
  return { numerator: 10n ** BigInt(Math.max(ten, 0)), denominator: 10n ** BigInt(Math.max(-ten, 0)) };
}
