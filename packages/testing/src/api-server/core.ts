import type { Tokens } from './authentication/tokens.ts';
import type { Registry } from './resources/registry.ts';
import type { Store } from './storage/store.ts';

/** What all parts of the server share: storage, registry, authorization, clock and random numbers. */
export interface Core {
  readonly store: Store;
  readonly registry: Registry;
  readonly tokens: Tokens;
  readonly now: () => Date;
  /** Returns numbers in [0, 1), like Math.random. */
  readonly random: () => number;
}

/** A timestamp as objects contain it, without fractions of a second. */
export function timestamp({ now }: Core): string {
  return `${now().toISOString().slice(0, 19)}Z`;
}
