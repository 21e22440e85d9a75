/** The exports of an entry point of a package, by section. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ts } from 'ts-morph';
import { type Declarations, declarationsOf } from './declarations.ts';

export interface Section {
  title: string;
  /** The summary in the comment above the section. Empty if the entry point has no sections. */
  summary: string;
  names: PublicName[];
}

export interface PublicName {
  name: string;
  /** Only the type is exported: of a class, not its constructor. */
  typeOnly: boolean;
  /** The declaring file, relative to the repository. */
  file: string;
  declarations: Declarations;
}

/** A comment such as `// Cache: the watched kinds in memory.` starts a section. */
const sectionComment = /^\/\/ ([A-Z][\w ]*): (.+)$/m;

/** Reads an entry point without a type checker, because everything is exported by name. */
export function readEntryPoint(repository: string, file: string, title: string): Section[] {
  const text = readFileSync(join(repository, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const imported = importsOf(source);
  const sections: Section[] = [];
  const fileOf = (specifier: string): string => relative('.', join(dirname(file), specifier));
  const add = (name: string, from: string, typeOnly: boolean): void => {
    if (sections.length === 0) sections.push({ title, summary: '', names: [] });
    sections.at(-1)?.names.push({
      name,
      typeOnly,
      file: from,
      declarations: declarationsOf(repository, from),
    });
  };

  for (const statement of source.statements) {
    const comments = ts.getLeadingCommentRanges(text, statement.pos) ?? [];
    const [, heading, about] =
      sectionComment.exec(comments.map(({ pos, end }) => text.slice(pos, end)).join('\n')) ?? [];
    if (heading !== undefined && about !== undefined) {
      sections.push({ title: heading, summary: about, names: [] });
    }
    if (!ts.isExportDeclaration(statement)) {
      for (const name of exportedBy(statement)) add(name, file, false);
      continue;
    }
    const { exportClause, isTypeOnly, moduleSpecifier } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause)) {
      throw new Error(`${file}: name what is exported, one by one: ${statement.getText(source)}`);
    }
    for (const { name, isTypeOnly: typeOnly } of exportClause.elements) {
      const specifier =
        moduleSpecifier === undefined ? imported.get(name.text) : textOf(moduleSpecifier as ts.StringLiteral);
      add(name.text, specifier === undefined ? file : fileOf(specifier), isTypeOnly || typeOnly);
    }
  }
  return sections.filter(({ names }) => names.length > 0);
}

/** Exported names, and the modules they come from. */
export function importsOf(source: ts.SourceFile): Map<string, string> {
  const imports = source.statements.filter(ts.isImportDeclaration);
  return new Map(
    imports.flatMap(({ importClause, moduleSpecifier }) => {
      const bindings = importClause?.namedBindings;
      if (bindings === undefined || !ts.isNamedImports(bindings)) return [];
      const specifier = textOf(moduleSpecifier as ts.StringLiteral);
      return bindings.elements.map(({ name }): [string, string] => [name.text, specifier]);
    }),
  );
}

function exportedBy(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => (name as ts.Identifier).text);
  }
  const { name } = statement as ts.DeclarationStatement;
  return name === undefined ? [] : [(name as ts.Identifier).text];
}

function textOf({ text }: ts.StringLiteral): string {
  return text;
}
