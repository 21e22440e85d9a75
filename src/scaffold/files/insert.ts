import { type Diagnostic, wholeFile } from '../../diagnostics.ts';
import { layOut } from '../../layout/lay-out.ts';
import { joinImport } from './join-import.ts';
import type { Insertion } from '../templates/tree.ts';
import { missingScaffoldMarker } from '../diagnostics.ts';

/**
 * Inserts each fragment once, above its `+scaffold:` marker. A `+scaffold:imports` fragment extends an existing
 * import from the same module.
 *
 * The user's lines do not change. A missing marker is reported with the lines to paste.
 */
export function insertAll(
  text: string,
  insertions: readonly Insertion[],
): { text: string; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  let result = text;
  for (const insertion of insertions) {
    if (linesOf(result, insertion.fragment) !== undefined) continue;
    const joined = insertion.marker === 'imports' ? joinImport(result, insertion.fragment) : undefined;
    const inserted = joined ?? insertOne(result, insertion);
    if (inserted === undefined) diagnostics.push(missingMarker(insertion));
    else result = inserted;
  }
  return { text: result, diagnostics };
}

function insertOne(text: string, { path, marker, fragment }: Insertion): string | undefined {
  const lines = text.split('\n');
  const index = lines.findIndex((line) => new RegExp(`^\\s*(//|#) \\+scaffold:${marker}\\s*$`).test(line));
  if (index === -1) return undefined;
  const found = lines[index] ?? '';
  const isTypeScript = path.endsWith('.ts');
  const indent = found.slice(0, found.search(/\S/));
  const ending = found.endsWith('\r') ? '\r' : '';
  const added = fragment
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : indent + line))
    .join('\n');
  const written = (isTypeScript ? layOut(added) : added).split('\n').map((line) => line + ending);
  return lines.toSpliced(index, 0, ...written).join('\n');
}

/** The inverse of inserting: removes the lines of the fragment, or returns undefined if they are missing. */
export function removeFragment(text: string, fragment: string): string | undefined {
  const found = linesOf(text, fragment);
  return found === undefined ? undefined : text.split('\n').toSpliced(found.start, found.count).join('\n');
}

/**
 * Finds the fragment as opgen wrote it, or as a formatter has wrapped it.
 *
 * Matches whole lines only: the user's `- ../crd-extra` is not `- ../crd`.
 */
function linesOf(text: string, fragment: string): { start: number; count: number } | undefined {
  const lines = text.split('\n');
  const wanted = fragment.trimEnd().split('\n');
  const asWritten = lines.findIndex((_, start) =>
    wanted.every((line, index) => lines[start + index]?.trim() === line.trim()),
  );
  if (asWritten !== -1) return { start: asWritten, count: wanted.length };
  const goal = condensed(fragment);
  for (let start = 0; start < lines.length; start++) {
    if (lines[start]?.trim() === '') continue;
    for (let end = start + 1; end <= lines.length; end++) {
      const found = condensed(lines.slice(start, end).join('\n'));
      if (found === goal) {
        const first = start - blankLinesBefore(lines, start, wanted);
        return { start: first, count: end - first };
      }
      if (!goal.startsWith(found.replace(/,$/, ''))) break;
    }
  }
  return undefined;
}

/** The number of blank lines above `start` that belong to the fragment. */
function blankLinesBefore(lines: readonly string[], start: number, wanted: readonly string[]): number {
  const inFragment = wanted.findIndex((line) => line.trim() !== '');
  let count = 0;
  while (count < inFragment && lines[start - count - 1]?.trim() === '') count++;
  return count;
}

/** Removes white space, trailing commas and the asterisks of comments, so that line breaks make no difference. */
export function condensed(text: string): string {
  return text
    .replaceAll(/^\s*\*(?!\/)/gm, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(/,([}\])])/g, '$1');
}

function missingMarker({ path, marker, fragment }: Insertion): Diagnostic {
  return missingScaffoldMarker({
    message: `${path} has no +scaffold:${marker} comment`,
    hint: `restore the comment, or add these lines by hand:\n${fragment.trimEnd()}`,
    place: wholeFile(path),
  });
}
