import { ts } from 'ts-morph';
import { parseFile } from './parse-file.ts';
import { nameIn, startOf } from './text-of.ts';

/** A name or a literal in the text of a file. Between tokens are comments, keywords and punctuation. */
export interface Token {
  /**
   * - `declared`: a name that the file declares and that means this declaration wherever it occurs.
   * - `name`: any other name, such as that of a property.
   * - `module`: the path of a module, without its quotes.
   * - `literal`: a string, a part of a template, a number or a regular expression.
   */
  kind: 'declared' | 'name' | 'module' | 'literal';
  text: string;
  start: number;
}

/** The tokens of a file in source order, for commands that change some of them and keep the rest of the text. */
export function readTokens(path: string, text: string): Token[] {
  const reader = new TokenReader(parseFile(path, text));
  return reader.tokens.toSorted((one, other) => one.start - other.start);
}

class TokenReader {
  readonly tokens: Token[] = [];
  readonly #file: ts.SourceFile;
  readonly #declarations: ReadonlySet<ts.Node>;
  readonly #references: Token[] = [];
  /** Names that an inner scope declares, too, or that are also the name of a property: `{ name }`. */
  readonly #ambiguous = new Set<string>();

  constructor(file: ts.SourceFile) {
    this.#file = file;
    const declarations = file.statements.flatMap(namesDeclaredBy);
    this.#declarations = new Set(declarations);
    for (const statement of file.statements) this.#visit(statement, file);
    const names = new Set(declarations.map(nameIn));
    for (const token of this.#references)
      if (names.has(token.text) && !this.#ambiguous.has(token.text)) token.kind = 'declared';
  }

  #visit(node: ts.Node, parent: ts.Node): void {
    if (ts.isIdentifier(node)) this.#visitName(node, parent);
    else if (ts.isStringLiteral(node) && isModule(node, parent)) this.#addModule(node);
    else if (ts.isImportTypeNode(node)) this.#visitImportType(node);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) this.#visitReexport(node);
    else if (ts.isPrivateIdentifier(node)) this.#add(node, 'name');
    else if (ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node)) this.#add(node, 'literal');
    else ts.forEachChild(node, (child) => this.#visit(child, node));
  }

  #visitName(node: ts.Identifier, parent: ts.Node): void {
    const token = this.#add(node, 'name');
    const isOwn = this.#declarations.has(node) && !isShorthand(node, parent);
    if (isOwn || isReference(node, parent)) this.#references.push(token);
    else if (isShorthand(node, parent) || isBinding(node, parent)) this.#ambiguous.add(token.text);
  }

  /** `import('./module').Name<Arguments>`, whose name is one of the other file. */
  #visitImportType({ argument, qualifier, typeArguments }: ts.ImportTypeNode): void {
    if (ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal))
      this.#addModule(argument.literal);
    if (qualifier !== undefined) this.#add(qualifier, 'name');
    for (const each of typeArguments ?? []) this.#visit(each, argument);
  }

  /** `export { name } from './module'`, whose names are those of the other file. */
  #visitReexport({ exportClause, moduleSpecifier }: ts.ExportDeclaration): void {
    if (exportClause !== undefined) this.#add(exportClause, 'name');
    this.#addModule(moduleSpecifier as ts.StringLiteral);
  }

  #addModule(node: ts.StringLiteral): void {
    const start = startOf(this.#file, node) + 1;
    this.tokens.push({ kind: 'module', start, text: this.#file.text.slice(start, node.end - 1) });
  }

  #add(node: ts.Node, kind: Token['kind']): Token {
    const start = startOf(this.#file, node);
    const token = { kind, start, text: this.#file.text.slice(start, node.end) };
    this.tokens.push(token);
    return token;
  }
}

function namesDeclaredBy(statement: ts.Statement): ts.Identifier[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  const { name } = statement as { name?: ts.Node };
  return name !== undefined && ts.isIdentifier(name) ? [name] : [];
}

function namesIn(name: ts.BindingName): ts.Identifier[] {
  if (ts.isIdentifier(name)) return [name];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []));
}

/** Whether the name is that of a declaration. */
function isBinding(node: ts.Identifier, parent: ts.Node): boolean {
  const isDeclaration =
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isClassDeclaration(parent) ||
    ts.isClassExpression(parent) ||
    ts.isEnumDeclaration(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isFunctionExpression(parent) ||
    ts.isModuleDeclaration(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isBindingElement(parent) ||
    ts.isParameter(parent) ||
    ts.isTypeParameterDeclaration(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportEqualsDeclaration(parent);
  return isDeclaration && parent.name === node;
}

/** Whether the name is that of a variable and of a property: in `{ name }`, on either side of an assignment. */
function isShorthand(node: ts.Identifier, parent: ts.Node): boolean {
  if (ts.isShorthandPropertyAssignment(parent)) return parent.name === node;
  return ts.isBindingElement(parent) && parent.name === node && parent.propertyName === undefined;
}

/** Whether the name refers to a declaration, and is neither that of a declaration nor that of a property. */
function isReference(node: ts.Identifier, parent: ts.Node): boolean {
  if (ts.isExportSpecifier(parent)) return node === (parent.propertyName ?? parent.name);
  if (ts.isQualifiedName(parent)) return parent.left === node;
  const { name, propertyName } = parent as { name?: ts.Node; propertyName?: ts.Node };
  const isLabel =
    ts.isLabeledStatement(parent) || ts.isBreakStatement(parent) || ts.isContinueStatement(parent);
  return name !== node && propertyName !== node && (!isLabel || parent.label !== node);
}

function isModule(node: ts.StringLiteral, parent: ts.Node): boolean {
  if (ts.isCallExpression(parent)) {
    const { expression } = parent;
    const isRequire = ts.isIdentifier(expression) && nameIn(expression) === 'require';
    return parent.arguments[0] === node && (isRequire || expression.kind === ts.SyntaxKind.ImportKeyword);
  }
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isExternalModuleReference(parent) ||
    ts.isModuleDeclaration(parent)
  );
}
