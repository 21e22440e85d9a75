import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Place } from '../diagnostics.ts';
import type { Paint } from './colors.ts';
import { wrap } from './wrap.ts';

export interface RenderOptions {
  /** What the places of diagnostics are relative to. */
  folder: string;
  paint: Paint;
  /** Of the terminal. Where there is none, nothing is broken or cut. */
  width?: number | undefined;
}

/** A diagnostic for a terminal: where and what, the line with a caret under it, and what to do. */
export function renderDiagnostic(diagnostic: Diagnostic, options: RenderOptions): string {
  const { code, place, severity } = diagnostic;
  const message = visible(diagnostic.message);
  const hint = diagnostic.hint === undefined ? undefined : visible(diagnostic.hint);
  const { paint, width = Infinity } = options;
  const where = place === undefined ? '' : whereIn(place, message);
  const head = wrap([where, severity, code, message].filter((part) => part !== '').join(' '), width)
    .replace(where, () => (where === '' ? '' : paint('cyan', where)))
    .replace(severity, () => paint(severity === 'error' ? 'red' : 'yellow', severity))
    .replace(code, () => paint('dim', code));
  const lines = [head];
  if (place !== undefined) lines.push(...frame(place, options));
  if (hint !== undefined) lines.push(wrap(`hint: ${hint}`, width, '  '));
  return `${lines.join('\n')}\n`;
}

/** What a user wrote may hold signs that move the cursor, clear the screen or turn the text around: they are spelled out. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
}

/** A file as a whole is named once: by the message, if it says so itself. */
function whereIn({ column, file, length, line }: Place, message: string): string {
  if (length !== 0) return `${file}:${line}:${column}`;
  return message.includes(file) ? '' : file;
}

/** The line that is meant, after the one before it. Nothing where the file cannot be read. */
function frame({ column, file, length = 1, line }: Place, options: RenderOptions): string[] {
  const { folder, paint, width = Infinity } = options;
  if (length === 0) return [];
  const source = linesOf(join(folder, file));
  const meant = source[line - 1];
  if (meant === undefined || meant.trim() === '') return [];
  const digits = String(line).length;
  const gutter = (label: string): string => paint('dim', `  ${label.padStart(digits)} | `);

  // A long line is cut so that the caret can be seen.
  const room = Math.max(width - digits - 5, 10);
  const skipped = meant.length <= room ? 0 : Math.max(0, column - 1 - Math.floor(room / 2));
  const cut = (text: string): string => text.slice(skipped, skipped + room);
  const shown = cut(meant);
  const start = column - 1 - skipped;
  const carets = '^'.repeat(Math.max(1, Math.min(length, shown.length - start)));
  const indent = shown.slice(0, start).replaceAll(/[^\t]/g, ' ');
  const before = source[line - 2];
  return [
    ...(before === undefined ? [] : [gutter(String(line - 1)) + cut(before)]),
    gutter(String(line)) + shown,
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
