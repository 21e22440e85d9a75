import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Place } from '../diagnostics.ts';
import type { Paint } from './colors.ts';

/** A diagnostic for a terminal: where and what, the line with a caret under it, and what to do. */
export function renderDiagnostic(diagnostic: Diagnostic, folder: string, paint: Paint): string {
  const { code, hint, message, place, severity } = diagnostic;
  const where = place === undefined ? '' : `${paint('cyan', `${place.file}:${place.line}:${place.column}`)} `;
  const what = paint(severity === 'error' ? 'red' : 'yellow', severity);
  const lines = [`${where}${what} ${paint('dim', code)} ${message}`];
  if (place !== undefined) lines.push(...frame(place, folder, paint));
  if (hint !== undefined) lines.push(...`hint: ${hint}`.split('\n').map((line) => `  ${line}`));
  return `${lines.join('\n')}\n`;
}

/** The line that is meant, after the one before it. Nothing where the file cannot be read. */
function frame({ column, file, length = 1, line }: Place, folder: string, paint: Paint): string[] {
  const source = linesOf(join(folder, file));
  const meant = source[line - 1];
  if (meant === undefined || meant.trim() === '') return [];
  const width = String(line).length;
  const gutter = (label: string): string => paint('dim', `  ${label.padStart(width)} | `);
  const before = source[line - 2];
  const carets = '^'.repeat(Math.max(1, Math.min(length, meant.length - column + 1)));
  const indent = meant.slice(0, column - 1).replaceAll(/[^\t]/g, ' ');
  return [
    ...(before === undefined ? [] : [gutter(String(line - 1)) + before]),
    gutter(String(line)) + meant,
    `${gutter('')}${indent}${paint('red', carets)}`,
  ];
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return [];
  }
}
