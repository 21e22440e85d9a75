import { ts } from 'ts-morph';
import type { Place } from '../diagnostics.ts';
import type { CommentLine, Documented } from './documented.ts';
import type {
  ClassDeclaration,
  Declaration,
  DeclarationStatement,
  EnumDeclaration,
  KindDefinition,
  LooseComment,
  SourceFile,
  TypeParameter,
} from './source-file.ts';
import type { TypeSyntax } from './type-syntax.ts';
import { parseFile } from './parse-file.ts';
import { readCode } from './read-code.ts';
import { readComments } from './read-comments.ts';
import { placeOf, placeOfNode } from './place-of.ts';
import { numberIn, readConstant } from './read-constant.ts';
import { readDoc } from './read-doc.ts';
import { readModuleNames } from './read-module-names.ts';
import { TypeReader } from './read-type.ts';
import { nameIn, startOf, textOf } from './text-of.ts';

/** Reads the syntax of one file, without the type checker, the standard library or imported files. */
export function readSourceFile(path: string, text: string): SourceFile {
  const file = parseFile(path, text);
  const comments = readComments(file);
  const taken = new Set<ts.Node>();
  const take = (node: ts.Node): readonly CommentLine[] => {
    taken.add(node);
    return comments.get(node) ?? [];
  };
  const types = new TypeReader(file, take);
  const names = readModuleNames(file, take);

  const declarations = new Map<string, Declaration>();
  const classes: ClassDeclaration[] = [];
  const constants = new Map<string, TypeSyntax>();
  const kinds: KindDefinition[] = [];
  for (const statement of file.statements) {
    const declaration = readDeclaration(file, statement, types, take);
    if (declaration !== undefined) {
      const earlier = declarations.get(declaration.name);
      declarations.set(declaration.name, earlier === undefined ? declaration : merged(earlier, declaration));
    }
    if (ts.isClassDeclaration(statement)) classes.push(readClass(file, statement, types, take));
    if (ts.isExportAssignment(statement))
      kinds.push(...readKind(file, undefined, statement.expression, names));
    if (ts.isVariableStatement(statement)) {
      for (const { initializer, name } of statement.declarationList.declarations)
        kinds.push(...readKind(file, name, initializer, names));
      for (const each of constantsOf(statement)) {
        const type = each.type === undefined ? readConstant(file, each) : types.read(each.type);
        if (type !== undefined) constants.set(textOf(file, each.name), type);
      }
    }
  }

  return {
    path,
    ...names,
    ...readCode(file),
    declarations,
    fields: types.fields,
    constants,
    classes,
    kinds,
    loose: [...comments].flatMap(([node, lines]) =>
      node !== undefined && taken.has(node) ? [] : loose(file, lines, node),
    ),
    syntaxErrors: syntaxErrors(file),
  };
}

function constantsOf({ declarationList }: ts.VariableStatement): readonly ts.VariableDeclaration[] {
  return (declarationList.flags & ts.NodeFlags.Const) === 0 ? [] : declarationList.declarations;
}

function readDeclaration(
  file: ts.SourceFile,
  node: ts.Statement,
  types: TypeReader,
  take: (node: ts.Node) => readonly CommentLine[],
): Declaration | undefined {
  const common = (name: ts.Identifier): Documented & DeclarationStatement & { file: string } => ({
    file: file.fileName,
    ...readStatement(file, node),
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
      ...common(node.name),
      typeParameters: typeParameters(node.typeParameters),
      extends: bases,
      ...types.readMembers(node.members),
    };
  }
  if (ts.isTypeAliasDeclaration(node)) {
    return {
      kind: 'alias',
      ...common(node.name),
      typeParameters: typeParameters(node.typeParameters),
      type: types.read(node.type),
    };
  }
  if (ts.isEnumDeclaration(node)) {
    return { kind: 'enum', ...common(node.name), members: enumMembers(file, node) };
  }
  if (ts.isImportEqualsDeclaration(node) && !ts.isExternalModuleReference(node.moduleReference)) {
    const { moduleReference, name } = node;
    const type = {
      kind: 'reference' as const,
      place: placeOfNode(file, moduleReference),
      text: textOf(file, moduleReference),
      name: textOf(file, moduleReference),
      arguments: [],
    };
    return { kind: 'alias', ...common(name), typeParameters: [], type };
  }
  return undefined;
}

function readStatement(file: ts.SourceFile, node: ts.Statement): DeclarationStatement {
  const { modifiers = [] } = node as { modifiers?: readonly ts.ModifierLike[] };
  const kinds = modifiers.map(({ kind }) => kind);
  return {
    start: startOf(file, node),
    hasExport: kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword),
  };
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
    ...readStatement(file, node),
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

/** TypeScript merges interfaces of the same name in one file, and so does opgen. */
function merged(first: Declaration, second: Declaration): Declaration {
  if (first.kind !== 'interface' || second.kind !== 'interface') return second;
  return {
    ...first,
    doc: first.doc || second.doc,
    comments: [...first.comments, ...second.comments],
    extends: [...first.extends, ...second.extends],
    members: [...first.members, ...second.members],
    ...(second.index && { index: second.index }),
  };
}

function enumMembers(file: ts.SourceFile, node: ts.EnumDeclaration): EnumDeclaration['members'] {
  let next: number | undefined = 0;
  return node.members.map(({ initializer, name: nameNode }) => {
    const name = ts.isStringLiteral(nameNode) ? nameNode.text : textOf(file, nameNode);
    if (initializer !== undefined && ts.isStringLiteralLike(initializer))
      return { name, value: initializer.text };
    if (initializer !== undefined) next = numberIn(initializer);
    const value = next;
    if (next !== undefined) next += 1;
    return { name, value };
  });
}

/** Reads a call of `defineKind`, under whatever name it was imported. A call without a name is the default export. */
function readKind(
  file: ts.SourceFile,
  name: ts.BindingName | undefined,
  call: ts.Expression | undefined,
  { imports }: Pick<SourceFile, 'imports'>,
): KindDefinition[] {
  if (call === undefined || !ts.isCallExpression(call)) return [];
  const called = textOf(file, call.expression);
  if (!/(^|\.)defineKind$/.test(imports.get(called)?.name ?? called)) return [];
  const [argument] = call.arguments;
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
  return [
    {
      name: name === undefined ? 'default' : textOf(file, name),
      file: file.fileName,
      place: placeOfNode(file, name ?? call.expression),
      ...(type && { type: textOf(file, type) }),
      properties,
    },
  ];
}

function loose(
  file: ts.SourceFile,
  lines: readonly CommentLine[],
  node: ts.Node | undefined,
): LooseComment[] {
  const above = node === undefined ? undefined : describe(file, node);
  return lines.map((line) => (above === undefined ? line : { ...line, above }));
}

/** Describes the node below a comment, for messages. */
function describe(file: ts.SourceFile, node: ts.Node): string | undefined {
  if (ts.isVariableStatement(node))
    return `const ${node.declarationList.declarations.map(({ name }) => textOf(file, name)).join(', ')}`;
  if (ts.isFunctionDeclaration(node)) return `function ${node.name ? nameIn(node.name) : ''}`.trim();
  if (ts.isImportDeclaration(node)) return 'an import';
  if (ts.isEnumMember(node)) return `the value ${textOf(file, node.name)} of an enum`;
  if (ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node))
    return `${textOf(file, node.name)} of a class`;
  if (ts.isModuleDeclaration(node)) return 'a namespace';
  if (ts.isTypeParameterDeclaration(node)) return `the type parameter ${nameIn(node.name)}`;
  if (ts.isTypeNode(node)) return 'a part of a type';
  return undefined;
}

/** The parser stores syntax errors in a field of the file that the public type does not declare. */
function syntaxErrors(file: ts.SourceFile): SourceFile['syntaxErrors'] {
  const { parseDiagnostics = [] } = file as { parseDiagnostics?: readonly ts.DiagnosticWithLocation[] };
  return parseDiagnostics.map(({ messageText, start, length }) => ({
    message: typeof messageText === 'string' ? messageText : messageText.messageText,
    place: placeOf(file, start, start + length),
  }));
}
