import { reservedWords } from '../syntax/operators.ts';

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

const meanings: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' };

/** The name of a property in expressions; undefined when it has none, and rules cannot reach it. */
export function escapeProperty(name: string): string | undefined {
  if (reservedWords.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[-./]/g, (part) => escapes[part]!);
}

/** The property that a name in an expression stands for; undefined when it stands for none. */
export function unescapeProperty(name: string): string | undefined {
  let isValid = true;
  const property = name.replaceAll(/__([^_]+)__/g, (all, content: string) => {
    if (Object.hasOwn(meanings, content)) return meanings[content]!;
    isValid &&= reservedWords.has(content) && all === name;
    return content;
  });
  return isValid ? property : undefined;
}
