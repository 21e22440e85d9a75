/** A line of the comparison: in both texts (` `), only in the first (`-`), or only in the second (`+`). */
export interface ComparedLine {
  sign: ' ' | '-' | '+';
  text: string;
}

export function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Longest common subsequence. Skips the common prefix and suffix first, which are usually most of a file. */
export function compareLines(before: readonly string[], after: readonly string[]): ComparedLine[] {
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

const same = (text: string): ComparedLine => ({ sign: ' ', text });

function compareMiddle(before: readonly string[], after: readonly string[]): ComparedLine[] {
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
  const lines: ComparedLine[] = [];
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
