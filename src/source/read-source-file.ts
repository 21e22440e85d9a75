import { ts } from 'ts-morph';
import type { Place } from '../diagnostics.ts';
import type {
  ClassDeclaration,
  CommentLine,
  Declaration,
  Documented,
  EnumDeclaration,
  Import,
  KindDefinition,
  LooseComment,
  SourceFile,
  TypeParameter,
} from './source-file.ts';
import { readComments } from './read-comments.ts';
import { placeOf, placeOfNode } from './place-of.ts';
import { readDoc } from './read-doc.ts';
import { TypeReader } from './read-type.ts';
import { nameIn, textOf } from './text-of.ts';

/** Comments are read by us; parsing JSDoc as well would cost as much as all the rest. */
const options: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Reads one file by its syntax alone: no checker, no library, nothing that it imports. */
export function readSourceFile(path: string, text: string): SourceFile {
  const file = ts.createSourceFile(path, text, options, false, ts.ScriptKind.TS);
  const comments = readComments(file);
  const taken = new Set<ts.Node>();
  const take = (node: ts.Node): readonly CommentLine[] => {
    taken.add(node);
    return comments.get(node) ?? [];
  };
  const types = new TypeReader(file, take);

  const declarations = new Map<string, Declaration>();
  const classes: ClassDeclaration[] = [];
  const kinds: KindDefinition[] = [];
  for (const statement of file.statements) {
    const declaration = readDeclaration(file, statement, types, take);
    if (declaration !== undefined) {
      const earlier = declarations.get(declaration.name);
      declarations.set(declaration.name, earlier === undefined ? declaration : merged(earlier, declaration));
    }
    if (ts.isClassDeclaration(statement)) classes.push(readClass(file, statement, types, take));
    if (ts.isVariableStatement(statement)) kinds.push(...readKinds(file, statement));
  }

  return {
    path,
    ...readModuleNames(file),
    declarations,
    classes,
    kinds,
    loose: [...comments].flatMap(([node, lines]) =>
      node !== undefined && taken.has(node) ? [] : loose(file, lines, node),
    ),
    syntaxErrors: syntaxErrors(file),
  };
}

function readDeclaration(
  file: ts.SourceFile,
  node: ts.Statement,
  types: TypeReader,
  take: (node: ts.Node) => readonly CommentLine[],
): Declaration | undefined {
  const documented = (name: ts.Identifier): Documented => ({
    name: nameIn(name),
    place: placeOfNode(file, name),
    doc: readDoc(file, node),
    comments: take(node),
  });
  const typeParameters = (parameters: readonly ts.TypeParameterDeclaration[] = []): TypeParameter[] =>
    parameters.map((parameter) => ({
      name: nameIn(parameter.name),
      ...(parameter.default && { default: types.read(parameter.default) }),
    }));

  if (ts.isInterfaceDeclaration(node)) {
    const bases =
      node.heritageClauses?.flatMap((clause) => clause.types.map((type) => types.read(type))) ?? [];
    return {
      kind: 'interface',
      file: file.fileName,
      ...documented(node.name),
      typeParameters: typeParameters(node.typeParameters),
      extends: bases,
      ...types.readMembers(node.members),
    };
  }
  if (ts.isTypeAliasDeclaration(node)) {
    return {
      kind: 'alias',
      file: file.fileName,
      ...documented(node.name),
      typeParameters: typeParameters(node.typeParameters),
      type: types.read(node.type),
    };
  }
  if (ts.isEnumDeclaration(node)) {
    return { kind: 'enum', file: file.fileName, ...documented(node.name), values: enumValues(node) };
  }
  return undefined;
}

function readClass(
  file: ts.SourceFile,
  node: ts.ClassDeclaration,
  types: TypeReader,
  take: (node: ts.Node) => readonly CommentLine[],
): ClassDeclaration {
  const clause = (token: ts.SyntaxKind): ts.HeritageClause | undefined =>
    node.heritageClauses?.find((each) => each.token === token);
  return {
    name: node.name === undefined ? 'default' : nameIn(node.name),
    place: placeOfNode(file, node.name ?? node),
    comments: take(node),
    isAbstract: node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword) === true,
    typeParameters: node.typeParameters?.map(({ name }) => nameIn(name)) ?? [],
    implements: clause(ts.SyntaxKind.ImplementsKeyword)?.types.map((type) => types.read(type)) ?? [],
    extends: clause(ts.SyntaxKind.ExtendsKeyword) !== undefined,
    methods: node.members.flatMap((member) =>
      ts.isMethodDeclaration(member) || ts.isPropertyDeclaration(member) ? [textOf(file, member.name)] : [],
    ),
  };
}

/** TypeScript merges interfaces of one name in one file; so do we. */
function merged(first: Declaration, second: Declaration): Declaration {
  if (first.kind !== 'interface' || second.kind !== 'interface') return second;
  return {
    ...first,
    doc: first.doc || second.doc,
    comments: [...first.comments, ...second.comments],
    extends: [...first.extends, ...second.extends],
    members: [...first.members, ...second.members],
  };
}

function enumValues(node: ts.EnumDeclaration): EnumDeclaration['values'] {
  let next: number | undefined = 0;
  return node.members.map(({ initializer }) => {
    if (initializer !== undefined && ts.isStringLiteralLike(initializer)) return initializer.text;
    if (initializer !== undefined) next = numberIn(initializer);
    const value = next;
    if (next !== undefined) next += 1;
    return value;
  });
}

/** The number that is written there, with its sign; what is computed has none. */
function numberIn(node: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isPrefixUnaryExpression(node)) return undefined;
  const { operator, operand } = node;
  const isMinus = operator === ts.SyntaxKind.MinusToken;
  return isMinus && ts.isNumericLiteral(operand) ? -Number(operand.text) : undefined;
}

function readKinds(file: ts.SourceFile, statement: ts.VariableStatement): KindDefinition[] {
  return statement.declarationList.declarations.flatMap((declaration) => {
    const call = declaration.initializer;
    if (call === undefined || !ts.isCallExpression(call) || textOf(file, call.expression) !== 'defineKind')
      return [];
    const argument = call.arguments[0];
    const [type] = call.typeArguments ?? [];
    const properties = new Map<string, { value: string; place: Place }>();
    if (argument !== undefined && ts.isObjectLiteralExpression(argument)) {
      for (const property of argument.properties) {
        if (!ts.isPropertyAssignment(property) || !ts.isStringLiteralLike(property.initializer)) continue;
        const { initializer } = property;
        properties.set(textOf(file, property.name), {
          value: initializer.text,
          place: placeOfNode(file, initializer),
        });
      }
    }
    return {
      name: textOf(file, declaration.name),
      file: file.fileName,
      place: placeOfNode(file, declaration.name),
      ...(type && { type: textOf(file, type) }),
      properties,
    };
  });
}

function readModuleNames(file: ts.SourceFile): Pick<SourceFile, 'imports' | 'reexports' | 'starExports'> {
  const imports = new Map<string, Import>();
  const reexports = new Map<string, Import>();
  const starExports: string[] = [];
  for (const statement of file.statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = statement.moduleSpecifier.text;
      const clause = statement.importClause;
      if (clause?.name !== undefined) imports.set(nameIn(clause.name), { name: 'default', from });
      const bindings = clause?.namedBindings;
      if (bindings === undefined) continue;
      if (ts.isNamespaceImport(bindings)) imports.set(nameIn(bindings.name), { name: '*', from });
      else
        for (const { name, propertyName } of bindings.elements)
          imports.set(nameIn(name), { name: nameIn(propertyName ?? name), from });
    }
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
      const from = (statement.moduleSpecifier as ts.StringLiteral).text;
      if (statement.exportClause === undefined) starExports.push(from);
      else if (ts.isNamedExports(statement.exportClause))
        for (const { name, propertyName } of statement.exportClause.elements)
          reexports.set(nameIn(name), { name: nameIn(propertyName ?? name), from });
    }
  }
  return { imports, reexports, starExports };
}

function loose(
  file: ts.SourceFile,
  lines: readonly CommentLine[],
  node: ts.Node | undefined,
): LooseComment[] {
  const above = node === undefined ? undefined : describe(file, node);
  return lines.map((line) => (above === undefined ? line : { ...line, above }));
}

/** What a reader would call the thing below a comment, when it has a name. */
function describe(file: ts.SourceFile, node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node))
    return `const ${node.declarationList.declarations.map(({ name }) => textOf(file, name)).join(', ')}`;
  if (ts.isFunctionDeclaration(node)) return `function ${node.name ? nameIn(node.name) : ''}`.trim();
  if (ts.isImportDeclaration(node)) return 'an import';
  return undefined;
}

/** The parser keeps its complaints on the file, in a field that its public type does not show. */
function syntaxErrors(file: ts.SourceFile): SourceFile['syntaxErrors'] {
  const { parseDiagnostics = [] } = file as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  return parseDiagnostics.map(({ messageText, start, length }) => ({
    message: typeof messageText === 'string' ? messageText : messageText.messageText,
    place: placeOf(file, start, start + length),
  }));
}
