import type { TransportRequest } from '@opgen/runtime/transport';
import { type Random, seeded } from '../samples/random.ts';

/** Bounds memory where objects have generated names. */
const maxRemembered = 10_000;

/**
 * A sequence of random choices for each method and path. The order in which an operator sends requests for different
 * objects depends on timing; what happens to the requests for one object must not.
 */
export class RandomByRequest {
  readonly #seed: number;
  readonly #sequences = new Map<string, Random>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  of({ method, path, purpose }: TransportRequest): Random {
    const [location = ''] = path.split('?', 1);
    const key = `${purpose === 'watch' ? 'WATCH' : method} ${location}`;
    let sequence = this.#sequences.get(key);
    if (sequence === undefined) {
      if (this.#sequences.size >= maxRemembered) this.#sequences.clear();
      sequence = seeded(hash(`${this.#seed} ${key}`));
      this.#sequences.set(key, sequence);
    }
    return sequence;
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}
