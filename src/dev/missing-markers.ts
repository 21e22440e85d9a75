import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Diagnostic, Place } from '../diagnostics.ts';
import { missingMarker } from './diagnostics.ts';

/**
 * Where to add the markers of a controller: below its last RBAC marker, or above its class. Undefined if no file in
 * src/ registers the controller by name.
 */
export function placeForMarkers(root: string, controller: string | undefined): Place | undefined {
  const files = sourcesIn(join(root, 'src')).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const registers = (text: string): boolean =>
    controller !== undefined &&
    new RegExp(`\\.(controller|composite|decorator|plans)\\(\\s*['"\`]${escaped(controller)}['"\`]`).test(
      text,
    );
  // Without a name, the only file with RBAC markers is meant.
  const marked = files.filter(({ text }) => lastMarker(text.split('\n')) !== -1);
  const file = files.find(({ text }) => registers(text)) ?? (marked.length === 1 ? marked[0] : undefined);
  if (file === undefined) return undefined;
  const lines = file.text.split('\n');
  const last = lastMarker(lines);
  const line = last === -1 ? Math.max(lines.findIndex(isDeclaration), 0) + 1 : last + 2;
  return { file: relative(root, file.path).split(sep).join('/'), line, column: 1 };
}

/** Says where to add which markers. */
export function missingMarkers(markers: readonly string[], place: Place | undefined): Diagnostic[] {
  const hint = 'add the marker here, or run opgen dev --fix';
  return markers.map((marker) => missingMarker({ message: `missing permission: ${marker}`, hint, place }));
}

/** Inserts lines into a text before the line with this number, counted from 1. */
export function withLines(text: string, line: number, added: readonly string[]): string {
  const lines = text.split('\n');
  const end = lines[0]?.endsWith('\r') === true ? '\r' : '';
  lines.splice(line - 1, 0, ...added.map((each) => each + end));
  return lines.join('\n');
}

function lastMarker(lines: readonly string[]): number {
  return lines.findLastIndex((line) => /^\s*\/\/ ?\+(kubebuilder:)?rbac:/.test(line));
}

function isDeclaration(line: string): boolean {
  return /^export (default )?(abstract )?(class|function|const) /.test(line);
}

/** The TypeScript files in a folder, sorted. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.m?ts$/.test(path))
    .map((path) => join(folder, path))
    .toSorted();
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
