import { ts } from 'ts-morph';
import { commentsAbove } from './read-comments.ts';
import { startOf } from './text-of.ts';

/**
 * The prose above a node: its JSDoc, otherwise the `//` lines directly above it.
 *
 * Keeps line breaks. Removes marker lines and JSDoc tags, except that `@deprecated` becomes Go's `Deprecated: …`.
 */
export function readDoc(file: ts.SourceFile, node: ts.Node): string {
  const above = commentsAbove(file, node);
  if (above.length === 0) return '';
  const texts = above.map(({ pos, end }) => file.text.slice(pos, end));
  const jsDoc = texts.findLast((text) => text.startsWith('/**'));
  if (jsDoc !== undefined) return withoutTags(blockLines(jsDoc));
  return tidy(gluedLines(file, node, above).filter((line) => !isMarkerLine(line) && !isForTools(line)));
}

/** `//` lines directly above the node, with no blank line between. */
function gluedLines(file: ts.SourceFile, node: ts.Node, comments: readonly ts.CommentRange[]): string[] {
  const lines: string[] = [];
  let next = startOf(file, node);
  for (const { pos, end, kind } of comments.toReversed()) {
    const blankLine = /\n[ \t\r]*\n/.test(file.text.slice(end, next));
    if (blankLine || kind !== ts.SyntaxKind.SingleLineCommentTrivia) break;
    lines.unshift(file.text.slice(pos, end).replace(/^\/+ ?/, ''));
    next = pos;
  }
  return lines;
}

function blockLines(comment: string): string[] {
  return comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^[ \t]*\*? ?/, ''));
}

function withoutTags(lines: readonly string[]): string {
  const firstTag = lines.findIndex(isTag);
  const prose = firstTag === -1 ? lines : lines.slice(0, firstTag);
  const kept = prose.filter((line) => !isMarkerLine(line)).map(withoutLinks);
  const notice = deprecationIn(lines);
  if (notice === undefined) return tidy(kept);
  return tidy([...kept, '', notice === '' ? 'Deprecated.' : `Deprecated: ${notice}`]);
}

/** The text after `@deprecated`, up to the next tag or marker. */
function deprecationIn(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line) => /^\s*@deprecated\b/.test(line));
  if (start === -1) return undefined;
  const end = lines.findIndex((line, at) => at > start && (isTag(line) || isMarkerLine(line)));
  const notice = lines.slice(start, end === -1 ? undefined : end).map(withoutLinks);
  return tidy(notice.map((line) => line.replace(/^\s*@deprecated\s*/, '').trim()));
}

/** Replaces `{@link Memcached}`, which only editors resolve, with the name or the text of the link. */
function withoutLinks(line: string): string {
  return line.replace(
    /\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*)\}/g,
    (_, target: string, text: string) => {
      const shown = text.trim();
      if (shown === '') return target;
      return /^https?:/.test(target) ? `${shown} (${target})` : shown;
    },
  );
}

function isTag(line: string): boolean {
  return /^\s*@[a-zA-Z]/.test(line);
}

function isMarkerLine(line: string): boolean {
  return /^\s*\+[A-Za-z]/.test(line);
}

/** Directives for linters, formatters and editors. */
function isForTools(line: string): boolean {
  return /^\s*(?:@ts-|eslint-|oxlint-|tslint:|biome-ignore|prettier-ignore|istanbul ignore|[cv]8 ignore|#(?:end)?region\b)/.test(
    line,
  );
}

function tidy(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');
}
