import type { DefinitionChange } from './compare-definitions.ts';

/** Changes that were thought about: all words of one of the entries fit such a change. */
export interface Allowance {
  /** As written: any of the CRD, the version, the path and the rule, in any order. */
  entry: string;
  words: readonly string[];
}

/** One entry a line; what follows a `#` is a remark. */
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

/** What has to be written to allow this change and no other. */
export function allowanceOf({ definition, path, rule, version }: DefinitionChange): string {
  return [definition, version, path === '' ? undefined : path, rule]
    .filter((word) => word !== undefined)
    .join(' ');
}
