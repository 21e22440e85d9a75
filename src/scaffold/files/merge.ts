import { compareLines, linesOf } from './compare-lines.ts';

/** Lines that give way to others. */
export interface Replacement {
  /** Index of the first line, and of the one after the last. */
  start: number;
  end: number;
  removed: string[];
  added: string[];
}

export interface Merged {
  text: string;
  /** What could not be brought in, because the text is not as it was there. */
  refused: Replacement[];
}

/**
 * Brings the step from `before` to `after` into a text that somebody made of `before`.
 *
 * Their lines stay, and a replacement that would touch them is refused.
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

/** The fewest replacements that make the second text of the first. */
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

/** Both touch the same lines, or put something in the same place, and not the same thing. */
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
