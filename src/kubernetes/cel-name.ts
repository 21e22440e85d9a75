/** Words that CEL keeps for itself. */
const reserved = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

/** How a rule in CEL spells a property; nothing if no rule can name it. */
export function celName(property: string): string | undefined {
  if (reserved.has(property)) return `__${property}__`;
  const escaped = property.replaceAll(/__|[./-]/g, (part) => escapes[part] ?? part);
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(escaped) ? escaped : undefined;
}
