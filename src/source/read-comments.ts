import { ts } from 'ts-morph';
import type { CommentLine } from './documented.ts';
import { placeOf } from './place-of.ts';
import { startOf } from './text-of.ts';

/** Marker lines of one file by the node that they describe; `undefined` for those that describe none. */
export type CommentsByNode = Map<ts.Node | undefined, CommentLine[]>;

const beginsLikeMarker = /(?:\/\/+|\/\*+|^[ \t]*\**)[ \t]*(?=\+(?:[A-Za-z]|[ \t]+[a-z\d]+:[A-Za-z]))/gm;

/**
 * Finds every comment line that looks like a marker and the node that it describes.
 *
 * A text search finds candidates; the syntax tree excludes string literals and finds the node that follows. Walking
 * all tokens of all files would cost more than parsing them.
 */
export function readComments(file: ts.SourceFile): CommentsByNode {
  const found: CommentsByNode = new Map();
  // Several markers in a row usually describe the same node, so the last answer is cached.
  let last: { node: ts.Node; from: number } | undefined;
  const describes = (position: number, node: ts.Node): boolean => {
    if (last?.node !== node) last = { node, from: commentsAbove(file, node)[0]?.pos ?? node.end };
    return position >= last.from;
  };
  for (const match of file.text.matchAll(beginsLikeMarker)) {
    const start = match.index;
    const before = file.text.slice(lineStart(file.text, start), start);
    if (isInsideOtherComment(file, start, match[0], before)) continue;
    const owner = nodeBelow(file, start);
    if (owner === 'text') continue;

    const marker = start + match[0].length;
    const text = lineFrom(file.text, marker, !match[0].includes('//'));
    const beside = before.trim() !== '';
    const node = owner !== undefined && !beside && describes(start, owner) ? owner : undefined;
    const comment: CommentLine = {
      text,
      place: placeOf(file, marker, marker + text.length),
      start: marker,
      position: beside ? 'beside' : 'above',
    };
    const earlier = found.get(node);
    if (earlier === undefined) found.set(node, [comment]);
    else earlier.push(comment);
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

function isInsideOtherComment(file: ts.SourceFile, start: number, sign: string, before: string): boolean {
  if (sign.includes('/')) return before.includes('//') || (sign.startsWith('//') && isInBlock(file, start));
  return !isInBlock(file, start);
}

/** Whether the position is inside a block comment. */
function isInBlock(file: ts.SourceFile, position: number): boolean {
  const { text } = file;
  const open = text.lastIndexOf('/*', position - 1);
  if (open <= text.lastIndexOf('*/', position - 1)) return false;
  // The two characters may also be part of a string or of a line comment.
  const slashes = text.slice(0, open).indexOf('//', lineStart(text, open));
  const isInLineComment = slashes !== -1 && nodeBelow(file, slashes) !== 'text';
  return !isInLineComment && nodeBelow(file, open) !== 'text';
}

/** The node below a comment at this position, or 'text' if the position is inside a literal. */
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

/** The comments that describe a node: the closest group, and the one before if no blank line follows the closest. */
export function commentsAbove(file: ts.SourceFile, node: ts.Node): readonly ts.CommentRange[] {
  const ranges = ts.getLeadingCommentRanges(file.text, node.pos) ?? [];
  let next = ranges.length === 0 ? node.pos : startOf(file, node);
  let groups = 0;
  for (let last = ranges.length - 1; last >= 0; last--) {
    const range = ranges[last] as ts.CommentRange;
    const gap = file.text.slice(range.end, next);
    const blankLine = (gap.match(/\n/g)?.length ?? 0) > 1;
    if (blankLine && (groups += 1) > 1) return ranges.slice(last + 1);
    next = range.pos;
  }
  return ranges;
}
