/** The largest cost that the API server represents; larger costs are capped to it. */
export const unlimited = 2n ** 64n - 1n;

/** The minimum and maximum of a cost or a size. */
export interface Range {
  readonly min: bigint;
  readonly max: bigint;
}

export const nothing: Range = { min: 0n, max: 0n };
export const unknown: Range = { min: 0n, max: unlimited };

export const exactly = (value: number | bigint): Range => ({ min: BigInt(value), max: BigInt(value) });

export function add(...ranges: readonly Range[]): Range {
  return ranges.reduce(
    (sum, { min, max }) => ({ min: capped(sum.min + min), max: capped(sum.max + max) }),
    nothing,
  );
}

export function multiply(a: Range, b: Range): Range {
  return { min: capped(a.min * b.min), max: capped(a.max * b.max) };
}

/** Rounds up, with the precision of a double, like the API server. */
export function scale({ min, max }: Range, factor: number): Range {
  return { min: scaled(min, factor), max: scaled(max, factor) };
}

/** From the smaller minimum to the larger maximum. */
export function union(a: Range, b: Range): Range {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}

export function capped(value: bigint): bigint {
  return value > unlimited ? unlimited : value;
}

function scaled(value: bigint, factor: number): bigint {
  return capped(BigInt(Math.ceil(Number(value) * factor)));
}
