import { type Diagnostic, wholeFile } from '../../diagnostics.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { newestFirst } from '../../project/version-order.ts';
import { textIfThere } from '../files/file-plan.ts';
import type { RenderedTree } from '../templates/tree.ts';
import { withResourceNames, withStorageMarker } from '../types/change-markers.ts';
import { copiedApiVersion, copiedType, type DeclaredVersion, hasApiVersion } from '../types/copy-type.ts';
import { readTypeFile, type TypeFile } from '../types/type-file.ts';
import type { TypeOptions } from '../types/type-options.ts';
import { isSameKind, resourceContext } from './context.ts';
import { isOfProject, typeModule } from './type-module.ts';
import { uncopiableVersion } from '../diagnostics.ts';

/** The type and sample of a version, copied from another version. */
export interface CopiedVersion {
  /** The file that was copied. */
  source: TypeFile;
  tree: RenderedTree;
}

/** The versions that the project had before this one, newest first. This version may be a copy of any of them. */
export function earlierVersions({ resources }: ProjectFile, resource: ProjectResource): ProjectResource[] {
  const same = resources.filter((known) => isOfProject(known) && isSameKind(known, resource));
  const own = same.findIndex(({ version }) => version === resource.version);
  return same
    .slice(0, own === -1 ? undefined : own)
    .toSorted((one, other) => newestFirst(one.version, other.version));
}

/**
 * Copies the type of the earlier version, with its comments and markers, and its sample.
 *
 * If the user deleted the sample of the earlier version, the copy has none either.
 */
export function copyVersion(
  root: string,
  project: ProjectFile,
  [earlier, resource]: readonly [ProjectResource, ProjectResource],
  options: TypeOptions,
): CopiedVersion | Diagnostic {
  const from = declared(project, earlier);
  const to = declared(project, resource);
  // Only the first character of a file can be a byte order mark, and the copy may begin with a license header.
  const text = textIfThere(root, from.path)?.replace(/^\uFEFF/, '');
  const source = readTypeFile(from.path, text ?? '', from.kind);
  const problem = obstacleIn(source, from);
  if (problem !== undefined) return problem;
  const sample = copiedSample(textIfThere(root, from.sample), from, to);
  return {
    source,
    tree: {
      files: [
        { path: to.path, content: copiedContent(source, [from, to], options) },
        ...(sample === undefined ? [] : [{ path: to.sample, content: sample }]),
      ],
      insertions: [],
    },
  };
}

function copiedContent(
  source: TypeFile,
  [from, to]: readonly [WrittenVersion, WrittenVersion],
  options: TypeOptions,
): string {
  const copied = readTypeFile(to.path, copiedType(source, from, to), to.kind);
  const named = withResourceNames(copied, options);
  if (options.storage !== true) return named;
  return withStorageMarker(readTypeFile(to.path, named, to.kind)) ?? named;
}

interface WrittenVersion extends DeclaredVersion {
  sample: string;
}

function declared(project: ProjectFile, resource: ProjectResource): WrittenVersion {
  const { apiVersion, kind, sampleFile, version } = resourceContext(project, resource, {}).resource;
  return {
    path: typeModule(resource),
    apiVersion,
    kind,
    version,
    sample: `config/samples/${sampleFile}.yaml`,
  };
}

/** Copies only the YAML documents of this version. Other documents are samples of other kinds. */
function copiedSample(
  text: string | undefined,
  from: WrittenVersion,
  to: WrittenVersion,
): string | undefined {
  const own = text
    ?.split(/^---.*\n/m)
    .filter((document) => copiedApiVersion(document, from, to) !== document)
    .map((document) => withNameOfVersion(copiedApiVersion(document, from, to), from.version, to.version));
  return own === undefined || own.length === 0 ? undefined : own.join('---\n');
}

/** Renames the object itself: `name: memcached-v1` becomes `name: memcached-v2`. */
function withNameOfVersion(document: string, from: string, to: string): string {
  return document.replace(
    /(^metadata:\n(?: .*\n)*? {2}name: )(.*)/m,
    (_, before: string, name: string) =>
      before + name.replaceAll(new RegExp(`(?<![a-z0-9])${from}(?![a-z0-9])`, 'g'), to),
  );
}

/** Explains why the file cannot be copied: it must be valid TypeScript, and declare this kind and no other. */
function obstacleIn(
  file: TypeFile,
  { apiVersion, kind, path, version }: WrittenVersion,
): Diagnostic | undefined {
  const { declaration, source } = file;
  const [error] = source.syntaxErrors;
  // A copy would have the same error.
  if (error !== undefined)
    return notCopied(path, error.message, 'fix it and run the command again', error.place);
  if (declaration?.isExported !== true) {
    const hint = `correct the path of ${kind} ${version} in PROJECT and run the command again`;
    return notCopied(path, `it does not export ${kind}`, hint);
  }
  const other = source.kinds.find(({ type = declaration.name }) => type !== declaration.name);
  if (other !== undefined) {
    const hint = `move ${other.type} to a file of its own and run the command again`;
    return notCopied(path, `it also declares ${other.type}`, hint, other.place);
  }
  if (hasApiVersion(file, { apiVersion })) return undefined;
  const hint = `write it as a string, apiVersion: '${apiVersion}', and run the command again`;
  return notCopied(path, `it does not contain the string '${apiVersion}'`, hint);
}

function notCopied(path: string, reason: string, hint: string, place = wholeFile(path)): Diagnostic {
  return uncopiableVersion({ message: `cannot copy ${path}: ${reason}`, hint, place });
}
