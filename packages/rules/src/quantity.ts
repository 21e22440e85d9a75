export { compareQuantities, parseQuantity, Quantity, type QuantityValue } from './quantity/quantity.ts';
export { type QuantityFormat } from './quantity/units.ts';
