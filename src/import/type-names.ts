import { pascalCase } from '../project/names.ts';

/** Built-in names, which a declaration would shadow. */
const taken = (
  'Array Boolean BigInt Date Error Function Map Number Object Omit Partial Pick Promise Readonly Record RegExp ' +
  'Required Set String Symbol'
).split(' ');

/** Names that say nothing without the field or kind around them. */
const vague = new Set('Data Item Kind Metadata Name Spec Status Template Type Value'.split(' '));

/**
 * Gives each type of a file a unique name: the name of its field, with parent fields in front if it is taken or says too
 * little.
 */
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
    const all = [kind, part, ...fields].map(pascalCase);
    const isPart = fields.length > 0 && ['spec', 'status'].includes(part);
    const words = isPart ? all.toSpliced(1, 1) : all;
    if (fields.length === 0) return this.#whole(words);
    for (let length = 1; length <= words.length; length++) {
      const name = words.slice(-length).join('');
      if (this.#isFree(name) && !vague.has(name)) return this.#use(name);
    }
    return this.#whole(all);
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
