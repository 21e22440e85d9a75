import { ts } from 'ts-morph';
import { parseFile } from './parse-file.ts';
import { nameIn, startOf, textOf } from './text-of.ts';

/** `import { Client, type Manager as Runtime } from '@opgen/runtime';` */
export interface NamedImport {
  module: string;
  names: readonly ImportedName[];
  /** The offsets of the statement, without the comments above it. */
  start: number;
  end: number;
  /** The offset of the quote before the module. */
  moduleStart: number;
}

export interface ImportedName {
  /** With the name in this file: `Manager as Runtime`. */
  text: string;
  /** `Runtime` */
  local: string;
  isType: boolean;
}

/** The imports of a file that only have names in braces, and no comments between them. */
export function readNamedImports(text: string): NamedImport[] {
  const file = parseFile('', text);
  return file.statements.flatMap((statement): NamedImport[] => {
    if (!ts.isImportDeclaration(statement)) return [];
    const { importClause, moduleSpecifier } = statement;
    const { name, namedBindings, isTypeOnly = false } = importClause ?? {};
    if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return [];
    const start = startOf(file, statement);
    const moduleStart = startOf(file, moduleSpecifier);
    if (/\/[/*]/.test(text.slice(start, moduleStart))) return [];
    const names = namedBindings.elements.map((element) => ({
      text: textOf(file, element).replace(/^type\s+(?!as\b)/, ''),
      local: nameIn(element.name),
      isType: isTypeOnly || element.isTypeOnly,
    }));
    const module = (moduleSpecifier as ts.StringLiteral).text;
    return [{ module, names, start, end: statement.end, moduleStart }];
  });
}
