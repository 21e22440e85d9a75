import type { DefinitionChange } from './compare-definitions.ts';

/** Reviewed changes: an entry allows every change that has all of its words. */
export interface Allowance {
  /** The line of the allow-list: any of CRD name, version, path and rule, in any order. */
  entry: string;
  words: readonly string[];
}

/** One entry per line; `#` starts a comment. */
export function readAllowances(text: string): Allowance[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const entry = line.replace(/(^|\s)#.*$/, '').trim();
    return entry === '' ? [] : [{ entry, words: entry.split(/\s+/) }];
  });
}

export function allows({ words }: Allowance, { definition, path, rule, version }: DefinitionChange): boolean {
  const known = [definition, path, rule, ...(version === undefined ? [] : [version])];
  return words.every((word) => known.includes(word));
}

/** The narrowest entry that allows this change. */
export function allowanceOf({ definition, path, rule, version }: DefinitionChange): string {
  return [definition, version, path === '' ? undefined : path, rule]
    .filter((word) => word !== undefined)
    .join(' ');
}
