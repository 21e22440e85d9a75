import type { Tokens } from './authentication/tokens.ts';
import type { Registry } from './resources/registry.ts';
import type { Store } from './storage/store.ts';

/** What every part of the server works on: what is stored, what is served, who may ask, and the time and chance of the test. */
export interface Core {
  readonly store: Store;
  readonly registry: Registry;
  readonly tokens: Tokens;
  readonly now: () => Date;
  /** Numbers in [0, 1), as Math.random. */
  readonly random: () => number;
}

/** The time as it is written into objects: whole seconds. */
export function timestamp({ now }: Core): string {
  return `${now().toISOString().slice(0, 19)}Z`;
}
