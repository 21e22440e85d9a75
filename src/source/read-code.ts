import { ts } from 'ts-morph';
import type { Code, WebhookRegistration } from './source-file.ts';
import { placeOfNode } from './place-of.ts';
import { nameIn, textOf } from './text-of.ts';

/** Reads which names the code of a file mentions, and which webhooks it registers. Ignores types. */
export function readCode(file: ts.SourceFile): Code {
  const uses = new Map<string, Set<string>>([['', new Set()]]);
  const loads: (string | undefined)[] = [];
  const registrations: WebhookRegistration[] = [];

  const usesOf = (name: string): Set<string> => {
    const known = uses.get(name) ?? new Set();
    uses.set(name, known);
    return known;
  };
  const read = (node: ts.Node, inside: readonly string[]): void => {
    const sets = inside.map(usesOf);
    const visit = (part: ts.Node): void => {
      if (ts.isIdentifier(part)) for (const names of sets) names.add(nameIn(part));
      if (ts.isCallExpression(part)) {
        if (isLoading(part)) loads.push(literalIn(part.arguments[0]));
        for (const each of registrationsIn(file, part))
          registrations.push(...inside.map((within) => ({ ...each, within })));
      }
      if (ts.isPropertyAccessExpression(part)) visit(part.expression);
      else if (ts.isExpressionWithTypeArguments(part)) visit(part.expression);
      else if (!ts.isTypeNode(part)) ts.forEachChild(part, visit);
    };
    visit(node);
  };

  for (const statement of file.statements) {
    if (isWithoutCode(statement)) continue;
    if (ts.isFunctionDeclaration(statement)) read(statement, [nameOf(statement)]);
    else if (ts.isClassDeclaration(statement)) {
      read(statement, [nameOf(statement)]);
      if (runsOnLoad(statement)) usesOf('').add(nameOf(statement));
    } else if (ts.isVariableStatement(statement)) {
      for (const { initializer, name } of statement.declarationList.declarations) {
        const names = namesIn(name);
        for (const each of names) usesOf(each);
        if (initializer !== undefined) read(initializer, isFunction(initializer) ? names : ['', ...names]);
      }
    } else if (ts.isExportAssignment(statement)) {
      // The name of a default export is not a use of it.
      if (!ts.isIdentifier(statement.expression)) read(statement, ['', 'default']);
    } else read(statement, ['']);
  }
  return { uses, loads, registrations };
}

function isWithoutCode(node: ts.Statement): boolean {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node)
  );
}

function nameOf({ name }: ts.FunctionDeclaration | ts.ClassDeclaration): string {
  return name === undefined ? 'default' : nameIn(name);
}

function namesIn(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [nameIn(name)];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesIn(element.name)));
}

function isFunction(node: ts.Expression): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/** A decorator or a static block may register the class. */
function runsOnLoad({ members, modifiers }: ts.ClassDeclaration): boolean {
  return (
    modifiers?.some((modifier) => ts.isDecorator(modifier)) === true ||
    members.some((member) => ts.isClassStaticBlockDeclaration(member))
  );
}

/** `import('./webhooks.ts')` or `require('./webhooks.js')`. */
function isLoading({ expression }: ts.CallExpression): boolean {
  return (
    expression.kind === ts.SyntaxKind.ImportKeyword ||
    (ts.isIdentifier(expression) && nameIn(expression) === 'require')
  );
}

function literalIn(node: ts.Expression | undefined): string | undefined {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** The methods of the manager that register a handler of requests. */
const handlerMethods: Readonly<Record<string, WebhookRegistration['as']>> = {
  mutatingWebhook: 'MutatingHandler',
  validatingWebhook: 'ValidatingHandler',
};

/**
 * Reads `….webhook(Kind).validateWith(handler, { path })`, `….validatingWebhook(path, handler)` and
 * `….conversion(Hub).spoke(Spoke, converter)`.
 */
function registrationsIn(
  file: ts.SourceFile,
  { arguments: given, expression }: ts.CallExpression,
): Omit<WebhookRegistration, 'within'>[] {
  if (!ts.isPropertyAccessExpression(expression)) return [];
  const { expression: builder, name } = expression;
  const method = nameIn(name as ts.Identifier);
  const handler = Object.hasOwn(handlerMethods, method) ? handlerMethods[method] : undefined;
  if (handler !== undefined) {
    const path = literalIn(given[0]);
    return path === undefined ? [] : [{ as: handler, path, place: placeOfNode(file, name) }];
  }
  if (method !== 'defaultWith' && method !== 'validateWith' && method !== 'spoke') return [];
  const kind = kindOfBuilder(file, builder, method === 'spoke' ? 'conversion' : 'webhook');
  if (kind === undefined) return [];
  const place = placeOfNode(file, name);
  const [first, options] = given;
  if (method === 'spoke') {
    const spoke = first && referenceIn(file, first);
    return spoke === undefined ? [] : [{ as: 'Converter', kind, spoke, place }];
  }
  const as = method === 'defaultWith' ? 'Defaulter' : 'Validator';
  if (options === undefined) return [{ as, kind, place }];
  const path = pathIn(file, options);
  return path === undefined ? [] : [{ as, kind, path, place }];
}

/** Follows chained calls: `manager.webhook(Kind).defaultWith(…).validateWith(…)`. */
function kindOfBuilder(file: ts.SourceFile, node: ts.Expression, builder: string): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  const [kind] = node.arguments;
  if (nameIn(name as ts.Identifier) !== builder) return kindOfBuilder(file, expression, builder);
  return kind && referenceIn(file, kind);
}

/** `Memcached` or `v1.Memcached`. */
function referenceIn(file: ts.SourceFile, node: ts.Expression): string | undefined {
  const isName = ts.isPropertyAccessExpression(node)
    ? referenceIn(file, node.expression) !== undefined
    : ts.isIdentifier(node);
  return isName ? textOf(file, node) : undefined;
}

function pathIn(file: ts.SourceFile, options: ts.Expression): string | undefined {
  if (!ts.isObjectLiteralExpression(options)) return undefined;
  for (const property of options.properties)
    if (ts.isPropertyAssignment(property) && textOf(file, property.name) === 'path')
      return literalIn(property.initializer);
  return undefined;
}
