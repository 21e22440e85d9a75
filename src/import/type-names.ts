import { pascalCase } from '../project/names.ts';

/** Built-in names, which a declaration would shadow. */
const taken = (
  'Array Boolean BigInt Date Error Function Map Number Object Omit Partial Pick Promise Readonly Record RegExp ' +
  'Required Set String Symbol'
).split(' ');

/** Gives each type of a file a unique name: the name of its field, with parent fields in front if it is taken. */
export class TypeNames {
  readonly #used: Set<string>;

  constructor(reserved: Iterable<string>) {
    this.#used = new Set([...taken, ...reserved]);
  }

  /**
   * A name for the type at the end of a path of fields that begins with the kind. Omits `spec` and `status`, except for
   * the types of these two fields themselves.
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

/** The singular: `port` for `ports`, `policy` for `policies`, `address` for `addresses`. */
export function singular(name: string): string {
  if (/[^aeiou]ies$/i.test(name)) return name.replace(/ies$/i, 'y');
  if (/(ss|sh|ch|x|z)es$/i.test(name)) return name.slice(0, -2);
  if (/[^siu]s$/i.test(name) && name.length > 3) return name.slice(0, -1);
  return `${name}Item`;
}
