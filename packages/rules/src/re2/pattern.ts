import type { CharacterSet } from './character-set.ts';

export type Assertion =
  'text start' | 'text end' | 'line start' | 'line end' | 'word boundary' | 'no word boundary';

/** A regular expression as a tree. Groups only group: no one asks for what they matched. */
export type Pattern =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character'; readonly set: CharacterSet }
  | { readonly kind: 'assertion'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly parts: readonly Pattern[] }
  | {
      readonly kind: 'repeat';
      readonly part: Pattern;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    };

/** The text is no regular expression of RE2: a mistake, or something only other engines know. */
export class PatternError extends Error {
  constructor(reason: string, part: string) {
    super(`error parsing regexp: ${reason}: \`${part}\``);
  }
}
