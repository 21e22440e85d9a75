import { ts } from 'ts-morph';
import type { Place } from '../diagnostics.ts';
import { startOf } from './text-of.ts';

/** The place of a range of text. A range over several lines is cut at the end of the first line. */
export function placeOf(file: ts.SourceFile, start: number, end: number): Place {
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  const endOfLine = file.text.indexOf('\n', start);
  const length = Math.max(1, Math.min(end, endOfLine === -1 ? end : endOfLine) - start);
  return { file: file.fileName, line: line + 1, column: character + 1, length };
}

export function placeOfNode(file: ts.SourceFile, node: ts.Node): Place {
  return placeOf(file, startOf(file, node), node.end);
}
