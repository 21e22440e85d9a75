/** Random choices that are the same for the same seed. */
export interface Random {
  /** A number in [0, 1). */
  fraction(): number;
  /** An integer; both bounds are inclusive. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /** One of several items; the list must not be empty. */
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32: small, fast and random enough for test data. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(fraction() * (high - low + 1));
  return {
    fraction,
    between,
    chance: (probability) => fraction() < probability,
    pick: (choices) => {
      if (choices.length === 0) throw new Error('cannot pick from an empty list');
      return choices[between(0, choices.length - 1)] as (typeof choices)[number];
    },
  };
}
