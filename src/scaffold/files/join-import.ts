import { layOut } from '../../layout/lay-out.ts';
import { type ImportedName, type NamedImport, readNamedImports } from '../../source/read-named-imports.ts';
import { readTokens } from '../../source/read-tokens.ts';

/** Adds the names of a fragment to the existing import from the same module; undefined if there is none. */
export function joinImport(text: string, fragment: string): string | undefined {
  const { added, found } = importsOf(text, fragment);
  if (added === undefined || found === undefined) return undefined;
  const names = [...found.names];
  for (const name of added.names) {
    const known = names.findIndex((each) => each.text === name.text);
    const after = names.findIndex((each) => sortKey(each) > sortKey(name));
    if (known === -1) names.splice(after === -1 ? names.length : after, 0, name);
    else if (!name.isType) names[known] = name;
  }
  return withNames(text, found, names);
}

/** The inverse: removes the names of the fragment that the rest of the file does not use. */
export function leaveImport(text: string, fragment: string): string | undefined {
  const { added: removed, found } = importsOf(text, fragment);
  if (removed === undefined || found === undefined) return undefined;
  const rest = text.slice(0, found.start) + text.slice(found.end);
  const used = new Set(readTokens('', rest).map((token) => token.text));
  const names = found.names.filter(
    (name) => used.has(name.local) || !removed.names.some((each) => each.text === name.text),
  );
  return withNames(text, found, names);
}

function importsOf(
  text: string,
  fragment: string,
): { added?: NamedImport | undefined; found?: NamedImport | undefined } {
  // The first files that the parser reads take longest, and a new import is more common than one to join.
  const [, module = ''] = / from '([^']+)';$/m.exec(fragment) ?? [];
  if (!text.includes(module)) return {};
  const [added] = readNamedImports(fragment);
  return { added, found: readNamedImports(text).find(({ module }) => module === added?.module) };
}

/** Replaces the names of an import, or removes its line if none is left. */
function withNames(
  text: string,
  { end, module, moduleStart, names: before, start }: NamedImport,
  names: readonly ImportedName[],
): string {
  if (names.length === before.length && names.every((name, index) => name === before[index])) return text;
  if (names.length === 0) return text.slice(0, start) + text.slice(end).replace(/^\r?\n/, '');
  const onlyTypes = names.every(({ isType }) => isType);
  const listed = names.map((name) => (name.isType && !onlyTypes ? `type ${name.text}` : name.text));
  const keyword = onlyTypes ? 'import type' : 'import';
  const printed = layOut(`${keyword} { ${listed.join(', ')} } from '${module}';`);
  // The quotes and the semicolon stay as the user wrote them.
  const statement =
    printed.slice(0, printed.lastIndexOf("'", printed.length - 3)) + text.slice(moduleStart, end);
  return text.slice(0, start) + withEndingsOf(text, statement) + text.slice(end);
}

/** Keeps the CRLF line endings of a checkout on Windows. */
function withEndingsOf(text: string, added: string): string {
  return text.includes('\r\n') ? added.replaceAll(/\r?\n/g, '\r\n') : added;
}

function sortKey({ text }: ImportedName): string {
  return text.toLowerCase();
}
