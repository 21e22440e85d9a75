import { layOut } from '../../layout/lay-out.ts';

/** `import { type Client, deny } from '@opgen/runtime';`, on one line or several. */
const importOfNames = /^import (type )?\{([^}]*)\} from '([^']+)';(?=\r?$)/gm;

interface ImportedName {
  text: string;
  isType: boolean;
}

/** Adds the names of a fragment to the existing import from the same module; undefined if there is none. */
export function joinImport(text: string, fragment: string): string | undefined {
  const added = parseImports(fragment)[0];
  if (added === undefined) return undefined;
  const found = parseImports(text).find(({ module }) => module === added.module);
  if (found === undefined) return undefined;
  const names = [...found.names];
  for (const name of added.names) {
    if (names.some((known) => known.text === name.text)) continue;
    const after = names.findIndex((known) => sortKey(known) > sortKey(name));
    names.splice(after === -1 ? names.length : after, 0, name);
  }
  return text.replace(found.statement, () => withEndingsOf(text, printImport(names, found.module)));
}

/** The inverse: removes the names of the fragment that the rest of the file does not use. */
export function leaveImport(text: string, fragment: string): string | undefined {
  const removed = parseImports(fragment)[0];
  const found = parseImports(text).find(({ module }) => module === removed?.module);
  if (removed === undefined || found === undefined) return undefined;
  const rest = text.replace(found.statement, '');
  const isUsed = ({ text: name }: ImportedName): boolean =>
    new RegExp(`\\b${name.replace(/^.* as /, '')}\\b`).test(rest);
  const names = found.names.filter(
    (name) => isUsed(name) || !removed.names.some(({ text: other }) => other === name.text),
  );
  if (names.length === 0) return text.replace(withEndingsOf(text, `${found.statement}\n`), '');
  return text.replace(found.statement, () => withEndingsOf(text, printImport(names, found.module)));
}

function parseImports(text: string): { statement: string; module: string; names: ImportedName[] }[] {
  return [...text.matchAll(importOfNames)].map(([statement, allTypes, list = '', module = '']) => ({
    statement,
    module,
    names: list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => ({
        text: name.replace(/^type /, ''),
        isType: allTypes !== undefined || name.startsWith('type '),
      })),
  }));
}

function printImport(names: readonly ImportedName[], module: string): string {
  const onlyTypes = names.every(({ isType }) => isType);
  const listed = names.map(({ text, isType }) => (isType && !onlyTypes ? `type ${text}` : text));
  const keyword = onlyTypes ? 'import type' : 'import';
  return layOut(`${keyword} { ${listed.join(', ')} } from '${module}';`);
}

/** Keeps the CRLF line endings of a checkout on Windows. */
function withEndingsOf(text: string, added: string): string {
  return text.includes('\r\n') ? added.replaceAll(/\r?\n/g, '\r\n') : added;
}

function sortKey({ text }: ImportedName): string {
  return text.toLowerCase();
}
