import { singularOf } from '../project/plural.ts';

/** A location in a schema. */
export interface Spot {
  /** The kind and the names of the fields on the path, from which types get their names. */
  words: readonly string[];
  /** Such as `.spec.ports[].name`; `{}` stands for the values of a map. */
  path: string;
}

export function fieldOf({ path, words }: Spot, name: string): Spot {
  return { words: [...words, name], path: `${path}.${name}` };
}

/** The name of an item is the singular of the name of its list. */
export function itemOf({ path, words }: Spot): Spot {
  return { words: one(words), path: `${path}[]` };
}

export function valueOf({ path, words }: Spot): Spot {
  return { words: one(words), path: `${path}{}` };
}

function one(words: readonly string[]): readonly string[] {
  const name = words.at(-1) ?? '';
  return [...words.slice(0, -1), singularOf(name) ?? `${name}Item`];
}
