import { compareLines, linesOf } from './compare-lines.ts';

/** A range of lines and the lines that replace it. */
export interface Replacement {
  /** Line indexes: `start` is inclusive, `end` is exclusive. */
  start: number;
  end: number;
  removed: string[];
  added: string[];
}

export interface Merged {
  text: string;
  /** Replacements that conflict with the user's changes. */
  refused: Replacement[];
}

/**
 * A three-way merge: applies the change from `before` to `after` to `theirs`, which the user derived from `before`.
 *
 * The user's lines stay. A replacement that overlaps them is refused.
 */
export function merge(before: string, after: string, theirs: string): Merged {
  const ours = replacements(before, after);
  const others = replacements(before, theirs);
  const refused = ours.filter((one) => others.some((other) => collide(one, other)));
  const wanted = ours.filter((one) => !refused.includes(one) && !others.some((other) => isSame(one, other)));
  const all = [...wanted, ...others].toSorted((a, b) => a.start - b.start || a.end - b.end);

  const lines = linesOf(before);
  const merged: string[] = [];
  let next = 0;
  for (const { start, end, added } of all) {
    merged.push(...lines.slice(next, start), ...added);
    next = end;
  }
  merged.push(...lines.slice(next));
  return { text: merged.map((line) => `${line}\n`).join(''), refused };
}

/** The smallest set of replacements that turns the first text into the second. */
function replacements(from: string, to: string): Replacement[] {
  const found: Replacement[] = [];
  let line = 0;
  let open: Replacement | undefined;
  for (const { sign, text } of compareLines(linesOf(from), linesOf(to))) {
    if (sign === ' ') {
      open = undefined;
      line++;
      continue;
    }
    if (open === undefined) {
      open = { start: line, end: line, removed: [], added: [] };
      found.push(open);
    }
    if (sign === '-') {
      open.removed.push(text);
      open.end = ++line;
    } else open.added.push(text);
  }
  return found;
}

/** Whether two different replacements change the same lines or insert at the same position. */
function collide(one: Replacement, other: Replacement): boolean {
  if (isSame(one, other)) return false;
  if (one.start === one.end && other.start === other.end) return one.start === other.start;
  return one.start < other.end && other.start < one.end;
}

function isSame(one: Replacement, other: Replacement): boolean {
  return (
    one.start === other.start && one.end === other.end && one.added.join('\n') === other.added.join('\n')
  );
}
