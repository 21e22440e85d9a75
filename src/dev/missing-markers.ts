import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Diagnostic, Place } from '../diagnostics.ts';
import { readControllers } from '../source/read-controllers.ts';
import { missingMarker } from './diagnostics.ts';

/**
 * Where to add the markers of a controller: below the last RBAC marker of its file, or above the first declaration.
 * Undefined if no file in src/ registers the controller by name.
 */
export function placeForMarkers(root: string, controller: string | undefined): Place | undefined {
  const files = sourcesIn(join(root, 'src')).map((path) => {
    const file = relative(root, path).split(sep).join('/');
    const { firstExport, markers, names } = readControllers(file, readFileSync(path, 'utf8'));
    return { file, names, firstExport, last: markers.findLast(({ text }) => isRbac(text)) };
  });
  // Without a name, the only file with RBAC markers is meant.
  const marked = files.filter(({ last }) => last !== undefined);
  const found =
    files.find(({ names }) => controller !== undefined && names.includes(controller)) ??
    (marked.length === 1 ? marked[0] : undefined);
  if (found === undefined) return undefined;
  const { file, firstExport, last } = found;
  return { file, line: last === undefined ? firstExport : last.place.line + 1, column: 1 };
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

function isRbac(marker: string): boolean {
  return /^\+(kubebuilder:)?rbac:/.test(marker);
}

/** The TypeScript files in a folder, sorted. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.m?ts$/.test(path))
    .map((path) => join(folder, path))
    .toSorted();
}
