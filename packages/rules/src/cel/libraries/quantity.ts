import { Quantity, readQuantity } from '../../quantity/quantity.ts';
import { nano } from '../../quantity/units.ts';
import { type Library, method, overload } from '../functions/overload.ts';
import { boolType, doubleType, intType, libraryType, stringType } from '../types/type.ts';
import { EvaluationError } from '../values/evaluation-error.ts';
import type { Opaque } from '../values/value.ts';

export const quantityType = libraryType('kubernetes.Quantity');

class CelQuantity implements Opaque {
  readonly kind = 'opaque';
  readonly typeName = 'kubernetes.Quantity';
  readonly amount: Quantity;

  constructor(amount: Quantity) {
    this.amount = amount;
  }

  equals(other: Opaque): boolean {
    return other instanceof CelQuantity && other.amount.compare(this.amount) === 0;
  }

  /** The amount as a 64-bit integer; undefined if it is not one. */
  get whole(): bigint | undefined {
    const { billionths } = this.amount;
    const value = billionths / nano;
    return value * nano === billionths && BigInt.asIntN(64, value) === value ? value : undefined;
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
      (text: string) => readQuantity(text) instanceof Quantity,
    ),
  ],
  sign: [
    overload('quantity_sign', [quantityType], intType, ({ amount }: CelQuantity) =>
      BigInt(amount.compare(0)),
    ),
  ],
  isGreaterThan: [
    method(
      'quantity_is_greater_than',
      pair,
      boolType,
      (a: CelQuantity, b: CelQuantity) => a.amount.compare(b.amount) > 0,
    ),
  ],
  isLessThan: [
    method(
      'quantity_is_less_than',
      pair,
      boolType,
      (a: CelQuantity, b: CelQuantity) => a.amount.compare(b.amount) < 0,
    ),
  ],
  compareTo: [
    method('quantity_compare_to', pair, intType, (a: CelQuantity, b: CelQuantity) =>
      BigInt(a.amount.compare(b.amount)),
    ),
  ],
  asApproximateFloat: [
    method('quantity_get_float', [quantityType], doubleType, ({ amount }: CelQuantity) => amount.toNumber()),
  ],
  asInteger: [method('quantity_get_int', [quantityType], intType, asInteger)],
  isInteger: [
    method(
      'quantity_is_integer',
      [quantityType],
      boolType,
      (quantity: CelQuantity) => quantity.whole !== undefined,
    ),
  ],
  add: [
    method(
      'quantity_add',
      pair,
      quantityType,
      (a: CelQuantity, b: CelQuantity) => new CelQuantity(a.amount.add(b.amount)),
    ),
    method(
      'quantity_add_int',
      withInt,
      quantityType,
      (a: CelQuantity, b: bigint) => new CelQuantity(a.amount.add(new Quantity(b * nano))),
    ),
  ],
  sub: [
    method(
      'quantity_sub',
      pair,
      quantityType,
      (a: CelQuantity, b: CelQuantity) => new CelQuantity(a.amount.subtract(b.amount)),
    ),
    method(
      'quantity_sub_int',
      withInt,
      quantityType,
      (a: CelQuantity, b: bigint) => new CelQuantity(a.amount.subtract(new Quantity(b * nano))),
    ),
  ],
};

function asInteger({ whole }: CelQuantity): bigint {
  if (whole === undefined) throw new EvaluationError('cannot convert value to integer');
  return whole;
}

function toQuantity(text: string): CelQuantity {
  const amount = readQuantity(text);
  if (typeof amount === 'string') throw new EvaluationError(amount);
  return new CelQuantity(amount);
}
