/** The functions of the operators, in order of increasing precedence. */
export const relations: Readonly<Record<string, string>> = {
  '<': '_<_',
  '<=': '_<=_',
  '>': '_>_',
  '>=': '_>=_',
  '==': '_==_',
  '!=': '_!=_',
  in: '@in',
};

export const sums: Readonly<Record<string, string>> = { '+': '_+_', '-': '_-_' };

export const products: Readonly<Record<string, string>> = { '*': '_*_', '/': '_/_', '%': '_%_' };

/** Reserved words, which cannot be names of variables and functions. Rules escape properties with these names. */
export const reservedWords: ReadonlySet<string> = new Set([
  'as',
  'break',
  'const',
  'continue',
  'else',
  'false',
  'for',
  'function',
  'if',
  'import',
  'in',
  'let',
  'loop',
  'package',
  'namespace',
  'null',
  'return',
  'true',
  'var',
  'void',
  'while',
]);
