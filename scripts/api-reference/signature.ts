/** The signature of a declaration, and the names of the types in it. */
import { ts } from 'ts-morph';

/** The text of a declaration without the comment above it. Comments of its members stay. */
export function signatureOf(statement: ts.Statement, typeOnly: boolean): string {
  const text = withoutMembers(statement, hiddenMembers(statement, typeOnly));
  return text.replace(/^(export )?(declare )?/, '');
}

/** The doc comment of a declaration, as Markdown. Empty if there is none. */
export function commentOf(statement: ts.Statement): string {
  const comment = ts.getJSDocCommentsAndTags(statement).findLast(ts.isJSDoc);
  return typeof comment?.comment === 'string' ? comment.comment : '';
}

/** The methods of a class or interface without a doc comment. One comment covers all overloads. */
export function callsWithoutComment(statement: ts.Statement): string[] {
  if (!ts.isClassDeclaration(statement) && !ts.isInterfaceDeclaration(statement)) return [];
  const described = new Map<string, boolean>();
  for (const member of statement.members) {
    if (!ts.isMethodDeclaration(member) && !ts.isMethodSignature(member)) continue;
    const name = member.name.getText();
    const speaks = ts.getJSDocCommentsAndTags(member).length > 0;
    described.set(name, speaks || described.get(name) === true);
  }
  return [...described].filter(([, speaks]) => !speaks).map(([name]) => name);
}

/** The names of types and values in a declaration, except its own type parameters. */
export function namesIn(statement: ts.Statement, typeOnly: boolean): string[] {
  const names = new Set<string>();
  const own = new Set<string>();
  const hidden = new Set<ts.Node>(hiddenMembers(statement, typeOnly));
  const visit = (node: ts.Node): void => {
    if (hidden.has(node)) return;
    if (ts.isTypeParameterDeclaration(node)) {
      own.add(node.name.text);
      return; // Nearly every signature has a parameter that is a Kubernetes object.
    }
    if (ts.isTypeReferenceNode(node)) names.add(first(node.typeName));
    if (ts.isTypeQueryNode(node)) names.add(first(node.exprName));
    if (ts.isExpressionWithTypeArguments(node)) names.add(node.expression.getText());
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return [...names].filter((name) => !own.has(name));
}

/** Removes `#private`, and the constructor if only the type is exported. */
function hiddenMembers(statement: ts.Statement, typeOnly: boolean): ts.ClassElement[] {
  if (!ts.isClassDeclaration(statement)) return [];
  return statement.members.filter(
    (member) =>
      (member.name !== undefined && ts.isPrivateIdentifier(member.name)) ||
      ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private ||
      (typeOnly && ts.isConstructorDeclaration(member)),
  );
}

function withoutMembers(statement: ts.Statement, members: readonly ts.ClassElement[]): string {
  const source = statement.getSourceFile().text;
  let text = '';
  let from = statement.getStart();
  for (const member of members) {
    text += source.slice(from, member.getFullStart());
    from = member.end;
  }
  return text + source.slice(from, statement.end);
}

function first(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : first(name.left);
}
