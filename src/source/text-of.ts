import { ts } from 'ts-morph';

const trivia = /(?:(?<![^])#!.*)?(?:\s+|\/\/[^\r\n\u2028\u2029]*|\/\*[\s\S]*?\*\/)*/y;

/**
 * Where the text of a node begins, behind the blanks and comments before it.
 *
 * The compiler's nodes can tell that themselves only together with its language service, which is many times as
 * large as its parser; so the functions here are all that reading asks of a node beside its syntax.
 */
export function startOf(file: ts.SourceFile, node: ts.Node): number {
  if (node.pos === node.end) return node.pos;
  trivia.lastIndex = node.pos;
  return node.pos + (trivia.exec(file.text)?.[0].length ?? 0);
}

export function textOf(file: ts.SourceFile, node: ts.Node): string {
  return file.text.slice(startOf(file, node), node.end);
}

/** What an identifier, or a text in its place, says. */
export function nameIn(node: ts.Identifier | ts.StringLiteral): string {
  return ts.isIdentifier(node) ? ts.idText(node) : node.text;
}
