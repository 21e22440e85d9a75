export type TokenKind =
  'int' | 'uint' | 'double' | 'string' | 'bytes' | 'identifier' | 'quoted identifier' | 'symbol' | 'end';

/** A token. Symbols include the words `in`, `true`, `false` and `null`. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** UTF-16 offset of its first character. */
  readonly offset: number;
}
