import { reservedWords } from '../syntax/operators.ts';

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

const unescaped: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' };

/** How a CEL rule spells a property, such as `foo__dash__bar`; undefined if no rule can refer to it. */
export function escapeProperty(name: string): string | undefined {
  if (reservedWords.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[-./]/g, (part) => escapes[part]!);
}

/** The property that a name in a rule refers to; undefined if the name is not a valid escape. */
export function unescapeProperty(name: string): string | undefined {
  let isValid = true;
  const property = name.replaceAll(/__([^_]+)__/g, (all, content: string) => {
    if (Object.hasOwn(unescaped, content)) return unescaped[content]!;
    isValid &&= reservedWords.has(content) && all === name;
    return content;
  });
  return isValid ? property : undefined;
}
