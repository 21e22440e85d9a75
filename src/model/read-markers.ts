import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from '../diagnostics.ts';
import type { Marker } from '../markers/marker.ts';
import type { CommentLine } from '../source/documented.ts';
import type { Declaration, InterfaceDeclaration, SourceFile } from '../source/source-file.ts';
import type { TypeSyntax } from '../source/type-syntax.ts';
import type { Placement } from '../markers/define-marker.ts';
import { markerBehindCode, repeatedMarker } from './diagnostics.ts';
import { isDiagnostic, misplaced, readMarker } from '../markers/read-marker.ts';

/** The markers of a project. Each comment is read once, so each problem is reported once. */
export interface ProjectMarkers {
  of(comments: readonly CommentLine[]): readonly Marker[];
  /** Whether one of the markers is invalid, so that opgen cannot judge the combination of the others. */
  areIncomplete(comments: readonly CommentLine[]): boolean;
  fileMarkers: readonly Marker[];
  /** Reads the markers above the types of another file. */
  add(file: SourceFile): void;
}

/** Reads the markers of all files, also those of types that no kind uses, to report every typo. */
export function readMarkers(files: readonly SourceFile[], problems: Diagnostic[]): ProjectMarkers {
  const byComment = new Map<CommentLine, Marker>();
  const invalid = new Set<CommentLine>();
  const fileMarkers: Marker[] = [];

  const read = (comments: readonly CommentLine[], placement: Placement, what: string) => {
    if (comments.length === 0) return;
    const seen = new Map<string, Marker>();
    for (const comment of comments) {
      const result = readMarker(comment);
      if (result === undefined) continue;
      const earlier = isDiagnostic(result) ? undefined : earlierOne(result, seen);
      const problem = problemOf(result, comment, placement, what, earlier);
      if (problem !== undefined) {
        problems.push(problem);
        invalid.add(comment);
      }
      if (problem !== undefined || isDiagnostic(result) || earlier !== undefined) continue;
      if (result.definition.on.includes('file')) fileMarkers.push(result);
      byComment.set(comment, result);
    }
  };

  const add = (file: SourceFile): void => {
    const { declarations, fields } = file;
    for (const declaration of declarations.values()) {
      read(
        declaration.comments,
        isKind(declaration, file) ? 'kind' : 'type',
        `${declaration.kind === 'alias' ? 'type' : declaration.kind} ${declaration.name}`,
      );
    }
    for (const { comments, name } of fields) read(comments, 'field', `the field ${name}`);
  };
  for (const file of files) {
    add(file);
    const ofImports = new Set([...file.imports.values()].map(({ comments = [] }) => comments));
    for (const comments of ofImports) read(comments, 'import', 'an import');
    for (const { comments, name } of file.classes)
      for (const comment of comments) read([comment], 'file', `class ${name}`);
    for (const comment of file.loose) read([comment], 'file', comment.above ?? 'nothing');
  }
  fileMarkers.sort((a, b) => compare(a.place.file, b.place.file) || a.place.line - b.place.line);
  return {
    // A copy: markers in files that are read only for their types do not configure this operator.
    fileMarkers: [...fileMarkers],
    add,
    areIncomplete: (comments) => comments.some((comment) => invalid.has(comment)),
    of: (comments) => comments.flatMap((comment) => byComment.get(comment) ?? []),
  };
}

/** An interface that extends CustomResource or CustomObject is a kind. */
export function isKind(declaration: Declaration, file: SourceFile): declaration is InterfaceDeclaration {
  return declaration.kind === 'interface' && declaration.extends.some((type) => isCustomResource(type, file));
}

/** Whether a type is CustomResource or CustomObject, even if imported under another name. */
export function isCustomResource(type: TypeSyntax, { imports }: SourceFile): boolean {
  if (type.kind !== 'reference') return false;
  return /(^|\.)Custom(Resource|Object)$/.test(imports.get(type.name)?.name ?? type.name);
}

/** A marker above that sets the same value, under any of its names: `+k8s:minimum` for `+validation:Minimum`. */
function earlierOne(marker: Marker, seen: Map<string, Marker>): Marker | undefined {
  const { definition, itemsDepth } = marker;
  if (definition.repeatable === true || definition.on.includes('file')) return undefined;
  const key = `${itemsDepth} ${definition.name}`;
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, marker);
  return earlier;
}

function problemOf(
  result: Marker | Diagnostic,
  comment: CommentLine,
  placement: Placement,
  what: string,
  earlier: Marker | undefined,
): Diagnostic | undefined {
  if (isDiagnostic(result)) return result;
  if (comment.position === 'beside') {
    return markerBehindCode({
      message: `+${result.name} follows code on the same line, where opgen ignores markers`,
      hint: 'move it to a separate line above the declaration',
      place: comment.place,
    });
  }
  const wrongPlace = misplaced(result, placement, what);
  if (wrongPlace !== undefined) return wrongPlace;
  if (earlier === undefined || isDeepStrictEqual(earlier.value, result.value)) return undefined;
  return repeatedMarker({
    message: `${result.text} above ${what} conflicts with ${earlier.text} in line ${earlier.place.line}`,
    hint: 'remove one of them',
    place: comment.place,
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
