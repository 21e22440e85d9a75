import type { MarkerDefinition } from '../../markers/define-marker.ts';
import { resource, storageVersion } from '../../markers/definitions/resource.ts';
import { isMarker } from '../../markers/marker.ts';
import { isStored, type KindDeclaration, type PlacedMarker, type TypeFile } from './type-file.ts';
import { resourceArguments, type ResourceNames } from './type-options.ts';

/** Adds `+storageversion` where a new type has it; undefined if the file does not export the kind. */
export function withStorageMarker(file: TypeFile): string | undefined {
  const { declaration, text } = file;
  if (declaration?.isExported !== true) return undefined;
  if (isStored(file)) return text;
  const names = declaration.markers.find((marker) => isMarker(marker, resource));
  const comment = '// +storageversion';
  const slashes = names && slashesBefore(text, names);
  if (names === undefined || slashes === undefined) return withFirstMarker(text, declaration, comment);
  const end = names.start + names.text.length;
  return text.slice(0, end) + lineBreakIn(text) + indentOf(text, slashes) + comment + text.slice(end);
}

export function withoutStorageMarker(file: TypeFile): string {
  return withoutMarkers(file, [storageVersion]);
}

/** Removes the markers with these definitions from the kind, with their lines. */
export function withoutMarkers(
  { declaration, text }: TypeFile,
  definitions: readonly Pick<MarkerDefinition, 'name'>[],
): string {
  const removed = (declaration?.markers ?? []).filter(({ definition }) => definitions.includes(definition));
  return removed.reduceRight((left, marker) => {
    const [start, end] = rangeOf(left, marker);
    return left.slice(0, start) + left.slice(end);
  }, text);
}

/** Sets the given short names, categories and singular in the `+resource:` marker of the kind. */
export function withResourceNames({ declaration, text }: TypeFile, names: ResourceNames): string {
  if (declaration === undefined) return text;
  const known = declaration.markers.find((marker) => isMarker(marker, resource));
  const given = resourceArguments(names, known?.value);
  // Names that do not change stay as the user wrote them.
  if (given === resourceArguments({}, known?.value)) return text;
  if (known === undefined) return withFirstMarker(text, declaration, `// +resource:${given}`);
  const { name, start, text: written } = known;
  const before = start + written.indexOf(name) + name.length;
  return `${text.slice(0, before)}:${given}${text.slice(start + written.length)}`;
}

/** Inserts a comment above the first marker that is a line comment, or else above the declaration. */
function withFirstMarker(text: string, { comments, start }: KindDeclaration, comment: string): string {
  const [at = start] = comments.flatMap((each) => slashesBefore(text, each) ?? []);
  const lineBreak = lineBreakIn(text);
  const before = text.slice(0, at);
  const after = comment + lineBreak + indentOf(text, at) + text.slice(at);
  const isFirstOfLine = lineBefore(text, at).trim() === '';
  return isFirstOfLine ? before + after : before.trimEnd() + lineBreak + after;
}

/** The offset of the `//` before a marker; undefined if the marker is in a block comment. */
function slashesBefore(text: string, { start }: { start: number }): number | undefined {
  const [slashes] = /\/\/+[ \t]*$/.exec(lineBefore(text, start)) ?? [];
  return slashes === undefined ? undefined : start - slashes.length;
}

/** The range of a marker with its line or its block comment, or only of its text if the comment has more. */
function rangeOf(text: string, { start, text: marker }: PlacedMarker): [start: number, end: number] {
  const before = lineBefore(text, start);
  const end = start + marker.length;
  const [after = ''] = /^[^\n]*\n?/.exec(text.slice(end)) ?? [];
  const isWholeLine = /^\s*(\/\/+|\*+)\s*$/.test(before) && after.trim() === '';
  if (isWholeLine) return [start - before.replace(/^\uFEFF/, '').length, end + after.length];
  const [opening] = /\/\*+\s*$/.exec(before) ?? [];
  const [closing] = /^\s*\*\/\s*/.exec(after) ?? [];
  return opening === undefined || closing === undefined
    ? [start - (before.length - before.trimEnd().length), end]
    : [start - opening.length, end + closing.length];
}

/** The text between the beginning of the line and this offset. */
function lineBefore(text: string, offset: number): string {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
}

/** The blanks before the first character of a line; empty for any other character. */
function indentOf(text: string, offset: number): string {
  return /^\uFEFF?([ \t]*)$/.exec(lineBefore(text, offset))?.[1] ?? '';
}

function lineBreakIn(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
