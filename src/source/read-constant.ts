import { ts } from 'ts-morph';
import { exactIntegers, roundedInteger } from '../kubernetes/rounded-integer.ts';
import type { TupleElement, TypeSyntax } from './type-syntax.ts';
import { placeOfNode } from './place-of.ts';
import { textOf } from './text-of.ts';

/** The type of a constant, read from its initializer: `const phases = ['Pending', 'Ready'] as const`. */
export function readConstant(
  file: ts.SourceFile,
  { initializer }: ts.VariableDeclaration,
): TypeSyntax | undefined {
  return initializer === undefined ? undefined : typeOfValue(file, initializer, false);
}

function typeOfValue(file: ts.SourceFile, node: ts.Expression, fixed: boolean): TypeSyntax {
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node))
    return typeOfValue(file, node.expression, fixed);
  if (ts.isAsExpression(node) && textOf(file, node.type) === 'const')
    return typeOfValue(file, node.expression, true);

  const common = { place: placeOfNode(file, node), text: textOf(file, node) };
  const unsupported = (what: string, hint: string): TypeSyntax => ({
    ...common,
    kind: 'unsupported',
    what,
    hint,
  });
  if (ts.isStringLiteralLike(node)) return { ...common, kind: 'literal', value: node.text };
  const number = numberSyntax(node, common.text);
  if (number !== undefined) return { ...common, ...number };
  switch (node.kind) {
    case ts.SyntaxKind.TrueKeyword:
    case ts.SyntaxKind.FalseKeyword:
      return { ...common, kind: 'literal', value: node.kind === ts.SyntaxKind.TrueKeyword };
    case ts.SyntaxKind.NullKeyword:
      return { ...common, kind: 'keyword', name: 'null' };
  }
  const isCollection = ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
  if (isCollection && !fixed)
    return unsupported('a constant without as const', 'write as const after its value');
  if (ts.isArrayLiteralExpression(node))
    return { ...common, kind: 'tuple', elements: node.elements.map((each) => element(file, each)) };
  if (ts.isObjectLiteralExpression(node)) {
    const members = node.properties.flatMap((property) => {
      if (!ts.isPropertyAssignment(property)) return [];
      const { initializer, name } = property;
      return {
        name: ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : textOf(file, name),
        place: placeOfNode(file, name),
        doc: '',
        comments: [],
        optional: false,
        type: typeOfValue(file, initializer, fixed),
      };
    });
    if (members.length < node.properties.length)
      return unsupported('an object with a spread', 'write all of its properties out');
    return { ...common, kind: 'object', members };
  }
  return unsupported('a computed value', 'write a literal, or declare its type');
}

function element(file: ts.SourceFile, node: ts.Expression): TupleElement {
  if (!ts.isSpreadElement(node)) return { type: typeOfValue(file, node, true), optional: false, rest: false };
  const { expression } = node;
  const common = { place: placeOfNode(file, expression), text: textOf(file, expression) };
  return { type: { ...common, kind: 'typeof', name: common.text }, optional: false, rest: true };
}

export type NumberSyntax =
  { kind: 'literal'; value: number } | { kind: 'unsupported'; what: string; hint: string };

/** The type of a number literal; undefined for any other expression. */
export function numberSyntax(node: ts.Expression, text: string): NumberSyntax | undefined {
  const value = numberIn(node);
  if (value === undefined) return undefined;
  const rounded = roundedInteger(text);
  if (rounded === undefined) return { kind: 'literal', value };
  const hint = `it would be rounded to ${rounded}: ${exactIntegers}`;
  return { kind: 'unsupported', what: `the integer ${text}`, hint };
}

/** The value of a number literal with its sign; undefined for any other expression. */
export function numberIn(node: ts.Expression): number | undefined {
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (!ts.isPrefixUnaryExpression(node)) return undefined;
  const { operator, operand } = node;
  const isMinus = operator === ts.SyntaxKind.MinusToken;
  return isMinus && ts.isNumericLiteral(operand) ? -Number(operand.text) : undefined;
}
