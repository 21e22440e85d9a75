import { pascalCase } from '../project/names.ts';

/** Names that mean something else to whoever reads a type. */
const taken = (
  'Array Boolean BigInt Date Error Function Map Number Object Omit Partial Pick Promise Readonly Record RegExp ' +
  'Required Set String Symbol'
).split(' ');

/** Gives each type of a file a name of its own: that of its field, and where it is taken, of the fields around it. */
export class TypeNames {
  readonly #used: Set<string>;

  constructor(reserved: Iterable<string>) {
    this.#used = new Set([...taken, ...reserved]);
  }

  /**
   * A name for the type at the end of a path of fields that begins with the kind. That a field is in the spec or in
   * the status tells little: only those two themselves are called so.
   */
  claim([kind = '', part = '', ...fields]: readonly string[]): string {
    const isPart = fields.length > 0 && ['spec', 'status'].includes(part);
    const words = [kind, ...(isPart ? [] : [part]), ...fields].map(pascalCase);
    if (fields.length === 0) return this.#whole(words);
    for (let length = 1; length <= words.length; length++) {
      const name = words.slice(-length).join('');
      if (this.#isFree(name)) return this.#use(name);
    }
    return this.#whole(words);
  }

  #whole(words: readonly string[]): string {
    const whole = words.join('');
    if (this.#isFree(whole)) return this.#use(whole);
    for (let count = 2; ; count++) if (this.#isFree(`${whole}${count}`)) return this.#use(`${whole}${count}`);
  }

  #isFree(name: string): boolean {
    return /^[A-Za-z]/.test(name) && !this.#used.has(name);
  }

  #use(name: string): string {
    this.#used.add(name);
    return name;
  }
}

/** What one of a list is called: `ports` has a `port`, `policies` a `policy`, `addresses` an `address`. */
export function singular(name: string): string {
  if (/[^aeiou]ies$/i.test(name)) return name.replace(/ies$/i, 'y');
  if (/(ss|sh|ch|x|z)es$/i.test(name)) return name.slice(0, -2);
  if (/[^siu]s$/i.test(name) && name.length > 3) return name.slice(0, -1);
  return `${name}Item`;
}
