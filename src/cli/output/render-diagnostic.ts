import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Diagnostic, Place } from '../../diagnostics.ts';
import type { Paint } from '../../actions/action-context.ts';
import { wrap } from '../../actions/steps/wrap.ts';

export interface RenderOptions {
  /** Places are relative to this folder. */
  folder: string;
  paint: Paint;
  /** Columns of the terminal; without one, lines are neither wrapped nor cut. */
  width?: number | undefined;
}

/** A diagnostic for a terminal: place and message, the line of code with a caret under it, and the hint. */
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

/** Escapes control characters in user input, which could move the cursor, clear the screen or reverse the text. */
function visible(text: string): string {
  return text.replaceAll(
    /[^\P{C}\n\t]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** The place; empty if it is a whole file that the message names. */
function whereIn({ column, file, length, line }: Place, message: string): string {
  if (length !== 0) return `${file}:${line}:${column}`;
  return message.includes(file) ? '' : file;
}

/** The line of code with the one before it; nothing if the file cannot be read. */
function frame({ column, file, length = 1, line }: Place, options: RenderOptions): string[] {
  const { folder, paint, width = Infinity } = options;
  if (length === 0) return [];
  const source = linesOf(join(folder, file));
  const target = source[line - 1];
  if (target === undefined || target.trim() === '') return [];
  const digits = String(line).length;
  const gutter = (label: string): string => paint('dim', `  ${label.padStart(digits)} | `);

  // Cuts a long line so that the caret is visible.
  const available = Math.max(width - digits - 5, 10);
  const skipped = target.length <= available ? 0 : Math.max(0, column - 1 - Math.floor(available / 2));
  const cut = (text: string): string => text.slice(skipped, skipped + available);
  const shown = cut(target);
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
