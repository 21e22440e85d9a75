import { ts } from 'ts-morph';
import type { CommentLine } from './documented.ts';
import type { Import, SourceFile } from './source-file.ts';
import { nameIn } from './text-of.ts';

/** The imports of a file, its re-exports, and its exports under other names. */
export function readModuleNames(
  file: ts.SourceFile,
  take: (node: ts.Node) => readonly CommentLine[],
): Pick<SourceFile, 'imports' | 'reexports' | 'starExports' | 'exports'> {
  const imports = new Map<string, Import>();
  const reexports = new Map<string, Import>();
  const starExports: string[] = [];
  const exports = new Map<string, string>();
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, take, imports);
    else if (ts.isImportEqualsDeclaration(statement)) readImportEquals(statement, imports);
    else if (ts.isExportDeclaration(statement)) {
      const { exportClause: names, moduleSpecifier } = statement;
      const from = moduleSpecifier && (moduleSpecifier as ts.StringLiteral).text;
      if (names === undefined) {
        if (from !== undefined) starExports.push(from);
      } else if (ts.isNamespaceExport(names)) {
        if (from !== undefined) reexports.set(nameIn(names.name as ts.Identifier), { name: '*', from });
      } else
        for (const { name, propertyName } of names.elements) {
          const original = nameIn(propertyName ?? name);
          if (from === undefined) exports.set(nameIn(name), original);
          else reexports.set(nameIn(name), { name: original, from });
        }
    } else if (ts.isExportAssignment(statement)) {
      if (ts.isIdentifier(statement.expression)) exports.set('default', nameIn(statement.expression));
    } else if (isDefaultExport(statement)) exports.set('default', nameIn(statement.name));
  }
  return { imports, reexports, starExports, exports };
}

function readImport(
  node: ts.ImportDeclaration,
  take: (node: ts.Node) => readonly CommentLine[],
  imports: Map<string, Import>,
): void {
  const { importClause, moduleSpecifier } = node;
  if (importClause === undefined) return;
  const comments = take(node);
  const common = {
    from: (moduleSpecifier as ts.StringLiteral).text,
    ...(comments.length > 0 && { comments }),
  };
  if (importClause.name !== undefined) imports.set(nameIn(importClause.name), { name: 'default', ...common });
  const bindings = importClause.namedBindings;
  if (bindings === undefined) return;
  if (ts.isNamespaceImport(bindings)) imports.set(nameIn(bindings.name), { name: '*', ...common });
  else
    for (const { name, propertyName } of bindings.elements)
      imports.set(nameIn(name), { name: nameIn(propertyName ?? name), ...common });
}

/** `import ports = require('./ports')`. One that names a type of a namespace is read as an alias instead. */
function readImportEquals(
  { moduleReference, name }: ts.ImportEqualsDeclaration,
  imports: Map<string, Import>,
): void {
  if (ts.isExternalModuleReference(moduleReference) && ts.isStringLiteral(moduleReference.expression))
    imports.set(nameIn(name), { name: '*', from: moduleReference.expression.text });
}

function isDefaultExport(
  node: ts.Statement,
): node is ts.InterfaceDeclaration | (ts.ClassDeclaration & { name: ts.Identifier }) {
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) return false;
  const isDefault = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) === true;
  return isDefault && node.name !== undefined;
}
