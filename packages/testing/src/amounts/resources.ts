import { Quantity, type QuantityValue } from '@opgen/rules/quantity';

/** Amounts of resources by their names. */
export type Resources = ReadonlyMap<string, Quantity>;

/** Amounts as objects contain them. */
export type ResourceList = Readonly<Record<string, QuantityValue>>;

const zero = new Quantity(0n);

export function quantities(amounts: ResourceList = {}): Resources {
  return new Map(Object.entries(amounts).map(([name, value]) => [name, zero.add(value)]));
}

export function sum(a: Resources, b: Resources): Resources {
  return combined(a, b, (x, y) => x.add(y));
}

export function largest(a: Resources, b: Resources): Resources {
  return combined(a, b, (x, y) => (x.compare(y) < 0 ? y : x));
}

/** The amounts whose names match. */
export function only(amounts: Resources, matches: (name: string) => boolean): Resources {
  return new Map([...amounts].filter(([name]) => matches(name)));
}

function combined(a: Resources, b: Resources, combine: (x: Quantity, y: Quantity) => Quantity): Resources {
  const names = new Set([...a.keys(), ...b.keys()]);
  return new Map([...names].map((name) => [name, combine(a.get(name) ?? zero, b.get(name) ?? zero)]));
}
