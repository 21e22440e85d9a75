import { resource, storageVersion } from '../../markers/definitions/resource.ts';
import { isMarker, type Marker } from '../../markers/marker.ts';
import { isDiagnostic, readMarker } from '../../markers/read-marker.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import type { CommentLine } from '../../source/documented.ts';
import { readSourceFile } from '../../source/read-source-file.ts';
import type { ClassDeclaration, Declaration, SourceFile } from '../../source/source-file.ts';
import type { Member, TypeSyntax } from '../../source/type-syntax.ts';
import { readIfThere } from '../files/file-plan.ts';
import type { TypeOptions } from './type-options.ts';

/** A file that declares a version of a kind, read with the parser. */
export interface TypeFile {
  path: string;
  text: string;
  source: SourceFile;
  /** The type with the name of the kind. */
  declaration?: KindDeclaration;
}

export interface KindDeclaration {
  /** The name in the file, which differs from the kind in `export { TreeResource as Tree }`. */
  name: string;
  isExported: boolean;
  /** The offset of the declaration, after the comments above it. */
  start: number;
  /** The lines above it that look like markers, in source order. */
  comments: readonly CommentLine[];
  /** The valid markers among them. */
  markers: readonly PlacedMarker[];
}

export interface PlacedMarker extends Marker {
  /** The offset of the `+`. */
  start: number;
}

/** The file of a type, if it is a file of the project. */
export function findTypeFile(root: string, { kind, path }: ProjectResource): TypeFile | undefined {
  const text = path === undefined ? undefined : readIfThere(root, path);
  return path === undefined || text === undefined ? undefined : readTypeFile(path, text, kind);
}

export function readTypeFile(path: string, text: string, kind: string): TypeFile {
  const source = readSourceFile(path, text);
  const found = typeNamed(source, kind);
  if (found === undefined) return { path, text, source };
  const { comments, name, start } = found;
  const markers = comments.flatMap((comment): PlacedMarker[] => {
    const marker = readMarker(comment);
    return marker === undefined || isDiagnostic(marker) ? [] : [{ ...marker, start: comment.start }];
  });
  return {
    path,
    text,
    source,
    declaration: { name, isExported: isExported(source, found, kind), start, comments, markers },
  };
}

/** Whether the version has `+storageversion`. */
export function isStored({ declaration }: TypeFile): boolean {
  return declaration?.markers.some((marker) => isMarker(marker, storageVersion)) === true;
}

/** The options that the type was created with, as far as its markers record them. */
export function typeOptionsOf(file: TypeFile | undefined): TypeOptions {
  if (file === undefined) return {};
  const marker = file.declaration?.markers.find((each) => isMarker(each, resource));
  const { categories, shortName, singular } = marker?.value ?? {};
  return {
    storage: isStored(file),
    ...(singular !== undefined && { singular }),
    ...(shortName !== undefined && { shortNames: shortName }),
    ...(categories !== undefined && { categories }),
  };
}

/** Whether the generated controllers can write the status. The user may have changed it, or imported the kind. */
export function hasUsualStatus(kind: string, file: TypeFile | undefined): boolean {
  if (file === undefined) return true;
  const { source } = file;
  const name = `${kind}Status`;
  const status = typeNamed(source, name);
  if (status === undefined || !isExported(source, status, name)) return false;
  const members = membersOf(status);
  const has = (field: string, isOfType: (type: TypeSyntax) => boolean): boolean =>
    members.some((member) => member.name === field && isOfType(member.type));
  return (
    members.every((member) => member.optional || member.name === 'conditions') &&
    has('observedGeneration', (type) => isNamed(type, 'Int64', source)) &&
    has('conditions', (type) => isListOf(type, 'Condition', source))
  );
}

type TypeDeclaration = Declaration | ClassDeclaration;

/** The type that the file exports under this name, or else declares. */
function typeNamed(source: SourceFile, name: string): TypeDeclaration | undefined {
  const local = source.exports.get(name) ?? name;
  return source.declarations.get(local) ?? source.classes.find((each) => each.name === local);
}

function isExported({ exports }: SourceFile, { hasExport }: TypeDeclaration, name: string): boolean {
  return hasExport || exports.has(name);
}

/** The members of an object type. Those of a type that is derived from others are unknown. */
function membersOf(type: TypeDeclaration): readonly Member[] {
  if (!('kind' in type)) return [];
  if (type.kind === 'interface' && type.extends.length === 0) return type.members;
  return type.kind === 'alias' && type.type.kind === 'object' ? type.type.members : [];
}

function isListOf(type: TypeSyntax, name: string, source: SourceFile): boolean {
  if (type.kind === 'array') return isNamed(type.element, name, source);
  const [element] = type.kind === 'reference' && type.name === 'Array' ? type.arguments : [];
  return element !== undefined && isNamed(element, name, source);
}

/** Whether the type has this name where it is declared; an import may give it another one. */
function isNamed(type: TypeSyntax, name: string, { imports }: SourceFile): boolean {
  return type.kind === 'reference' && (imports.get(type.name)?.name ?? type.name) === name;
}
