import type { FileChange } from './file-plan.ts';

const contextLines = 3;

interface Line {
  sign: ' ' | '-' | '+';
  text: string;
}

/** A plan as `git diff` would show it once it is carried out. Bytes that are no text are only named. */
export function unifiedDiff(changes: readonly FileChange[]): string {
  return changes.map(diffOf).join('');
}

function diffOf({ path, action, before, content }: FileChange): string {
  if (typeof content !== 'string') return `Binary file b/${path} differs\n`;
  const from = action === 'create' ? '/dev/null' : `a/${path}`;
  const to = action === 'delete' ? '/dev/null' : `b/${path}`;
  const lines = compare(linesOf(before ?? ''), linesOf(content));
  return `--- ${from}\n+++ ${to}\n${hunksOf(lines)}`;
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Longest common subsequence; what is equal at both ends is set aside first, which is nearly all of a file. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;

  return [
    ...before.slice(0, start).map(same),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

const same = (text: string): Line => ({ sign: ' ', text });

function compareMiddle(before: readonly string[], after: readonly string[]): Line[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  const at = (row: number, column: number): number => lengths[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const line = lengths[row] as Uint32Array;
      line[column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: Line[] = [];
  let row = 0;
  let column = 0;
  while (row < before.length || column < after.length) {
    const removed = before[row];
    const added = after[column];
    if (removed !== undefined && removed === added) {
      lines.push({ sign: ' ', text: removed });
      row++;
      column++;
    } else if (removed !== undefined && (added === undefined || at(row + 1, column) >= at(row, column + 1))) {
      lines.push({ sign: '-', text: removed });
      row++;
    } else if (added !== undefined) {
      lines.push({ sign: '+', text: added });
      column++;
    }
  }
  return lines;
}

function hunksOf(lines: readonly Line[]): string {
  const near = lines.map((_, index) =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ sign }) => sign !== ' '),
  );
  let output = '';
  let [oldLine, newLine] = [1, 1];
  for (let index = 0; index < lines.length;) {
    let end = index;
    while (end < lines.length && near[end] === near[index]) end++;
    const part = lines.slice(index, end);
    const [oldCount, newCount] = [
      part.filter(({ sign }) => sign !== '+').length,
      part.filter(({ sign }) => sign !== '-').length,
    ];
    if (near[index] === true) {
      const [oldStart, newStart] = [
        oldCount === 0 ? oldLine - 1 : oldLine,
        newCount === 0 ? newLine - 1 : newLine,
      ];
      output += `@@ -${oldStart},${oldCount} +${newStart},${newCount} @@\n`;
      output += part.map(({ sign, text }) => `${sign}${text}\n`).join('');
    }
    oldLine += oldCount;
    newLine += newCount;
    index = end;
  }
  return output;
}
