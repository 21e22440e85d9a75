import { ts } from 'ts-morph';

const trivia = /(?:(?<![^])#!.*)?(?:\s+|\/\/[^\r\n\u2028\u2029]*|\/\*[\s\S]*?\*\/)*/y;

/**
 * Where the text of a node begins, after whitespace and comments.
 *
 * The methods of the compiler's nodes require its language service, which is many times larger than its parser. The
 * functions in this file replace them.
 */
export function startOf(file: ts.SourceFile, node: ts.Node): number {
  if (node.pos === node.end) return node.pos;
  trivia.lastIndex = node.pos;
  return node.pos + (trivia.exec(file.text)?.[0].length ?? 0);
}

export function textOf(file: ts.SourceFile, node: ts.Node): string {
  return file.text.slice(startOf(file, node), node.end);
}

/** The name in an identifier, or in the string literal in its place. */
export function nameIn(node: ts.Identifier | ts.StringLiteral): string {
  return ts.isIdentifier(node) ? ts.idText(node) : node.text;
}
