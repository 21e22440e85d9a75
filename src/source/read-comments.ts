import { ts } from 'ts-morph';
import type { CommentLine } from './documented.ts';
import { placeOf } from './place-of.ts';
import { startOf } from './text-of.ts';

/** Marker lines of one file, by the node that they stand above; under `undefined` those above nothing. */
export type CommentsByNode = Map<ts.Node | undefined, CommentLine[]>;

const beginsLikeMarker = /(?:\/\/+|\/\*+|^[ \t]*\*+)[ \t]*(?=\+[A-Za-z])/gm;

/**
 * Finds every comment line that looks like a marker and the node that it describes.
 *
 * A text search finds candidates, the syntax tree sorts out strings and says what follows: walking all tokens
 * of all files would cost more than parsing them.
 */
export function readComments(file: ts.SourceFile): CommentsByNode {
  const found: CommentsByNode = new Map();
  for (const match of file.text.matchAll(beginsLikeMarker)) {
    const start = match.index;
    const before = file.text.slice(lineStart(file.text, start), start);
    if (isInsideOtherComment(file.text, start, match[0], before)) continue;
    const owner = nodeBelow(file, start);
    if (owner === 'text') continue;

    const marker = start + match[0].length;
    const text = lineFrom(file.text, marker, match[0].includes('*'));
    const beside = before.trim() !== '';
    const node = owner !== undefined && !beside && describes(file, start, owner) ? owner : undefined;
    const comment: CommentLine = {
      text,
      place: placeOf(file, marker, marker + text.length),
      position: beside ? 'beside' : 'above',
    };
    found.set(node, [...(found.get(node) ?? []), comment]);
  }
  return found;
}

function lineStart(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1;
}

function lineFrom(text: string, position: number, inBlock: boolean): string {
  const [line = ''] = text.slice(position, position + 10_000).split('\n', 1);
  return (inBlock ? line.replace(/\*\/[^]*$/, '') : line).trim();
}

function isInsideOtherComment(text: string, start: number, sign: string, before: string): boolean {
  const inBlock = text.lastIndexOf('/*', start - 1) > text.lastIndexOf('*/', start - 1);
  if (sign.startsWith('//')) return before.includes('//') || (inBlock && before.trim().startsWith('*'));
  return sign.includes('/*') ? before.includes('//') : !inBlock;
}

/** The node that a comment at this position stands above, or that the position is text of a literal. */
function nodeBelow(file: ts.SourceFile, position: number): ts.Node | undefined | 'text' {
  let inside: ts.Node = file;
  for (;;) {
    const child: ts.Node | undefined = ts.forEachChild(inside, (node) =>
      node.pos <= position && position < node.end ? node : undefined,
    );
    if (child === undefined) return isText(inside) ? 'text' : undefined;
    if (position < startOf(file, child))
      return child.kind === ts.SyntaxKind.EndOfFileToken ? undefined : child;
    inside = child;
  }
}

function isText(node: ts.Node): boolean {
  return ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node);
}

/** A comment describes the node below it from the closest group, and from the one before if that one is glued to it. */
function describes(file: ts.SourceFile, position: number, node: ts.Node): boolean {
  return position >= describedFrom(file, node);
}

export function describedFrom(file: ts.SourceFile, node: ts.Node): number {
  let next = startOf(file, node);
  let groups = 0;
  let from = next;
  for (const range of leadingComments(file, node).toReversed()) {
    const gap = file.text.slice(range.end, next);
    const blankLine = (gap.match(/\n/g)?.length ?? 0) > 1;
    if (blankLine && (groups += 1) > 1) return from;
    from = range.pos;
    next = range.pos;
  }
  return from;
}

export function leadingComments(file: ts.SourceFile, node: ts.Node): readonly ts.CommentRange[] {
  return ts.getLeadingCommentRanges(file.text, node.pos) ?? [];
}
