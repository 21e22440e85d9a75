import { type ComparedLine, compareLines, linesOf } from './compare-lines.ts';
import type { FileChange } from './file-plan.ts';

const contextLines = 3;

/** Shows a plan as `git diff` would show its result. Lists binary files without their content. */
export function unifiedDiff(changes: readonly FileChange[]): string {
  return changes.map(diffOf).join('');
}

function diffOf({ path, action, before, content }: FileChange): string {
  if (typeof content !== 'string') return `Binary file b/${path} differs\n`;
  const from = action === 'create' ? '/dev/null' : `a/${path}`;
  const to = action === 'delete' ? '/dev/null' : `b/${path}`;
  const lines = compareLines(linesOf(before ?? ''), linesOf(content));
  return `--- ${from}\n+++ ${to}\n${hunksOf(lines)}`;
}

/** The lines that differ and those around them, as `git diff` shows them. */
export function hunksOf(lines: readonly ComparedLine[]): string {
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
