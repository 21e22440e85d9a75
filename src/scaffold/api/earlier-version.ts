import { type Diagnostic, wholeFile } from '../../diagnostics.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { newestFirst } from '../../project/version-order.ts';
import { textIfThere } from '../files/file-plan.ts';
import type { RenderedTree } from '../templates/tree.ts';
import { isSameKind, resourceContext, type TypeOptions } from './context.ts';
import { copiedApiVersion, copiedType, type DeclaredVersion, withResourceNames } from './copy-type.ts';
import { declarationOf, withStorageMarker } from './storage-marker.ts';
import { isOfProject, typeModule } from './type-module.ts';
import { uncopiableVersion } from '../diagnostics.ts';

/** The type and sample of a version, copied from another version. */
export interface CopiedVersion {
  version: string;
  /** The path and text of the type that was copied. */
  path: string;
  text: string;
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
  const text = textIfThere(root, from.path);
  if (text === undefined || !declarationOf(from.kind).test(text)) return noSuchKind(from);
  const problem = obstacleIn(text, from);
  if (problem !== undefined) return problem;
  const copied = withResourceNames(copiedType(text, from, to), from.kind, options);
  const content = (options.storage === true ? withStorageMarker(copied, from.kind) : undefined) ?? copied;
  const sample = copiedSample(textIfThere(root, from.sample), from, to);
  return {
    version: earlier.version,
    path: from.path,
    text,
    tree: {
      files: [
        { path: to.path, content },
        ...(sample === undefined ? [] : [{ path: to.sample, content: sample }]),
      ],
      insertions: [],
    },
  };
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

/** Explains why the file cannot be copied: it must declare this kind and no other. */
function obstacleIn(text: string, { apiVersion, kind, path }: WrittenVersion): Diagnostic | undefined {
  const kinds = [...text.matchAll(/\bdefineKind<\s*(\w+)/g)].map(([, name = '']) => name);
  const other = kinds.find((name) => name !== kind);
  if (other !== undefined) {
    const hint = `move ${other} to a file of its own, and repeat the command`;
    return notCopied(path, `it declares ${other} too`, hint);
  }
  if (text.includes(`'${apiVersion}'`) || text.includes(`"${apiVersion}"`)) return undefined;
  const hint = `say it as a text, apiVersion: '${apiVersion}', and repeat the command`;
  return notCopied(path, `it does not say ${apiVersion}`, hint);
}

function noSuchKind({ kind, path, version }: WrittenVersion): Diagnostic {
  const hint = `correct the path of ${kind} ${version} in PROJECT, and repeat the command`;
  return notCopied(path, `it does not declare ${kind}`, hint);
}

function notCopied(path: string, reason: string, hint: string): Diagnostic {
  const message = `${path} cannot be copied: ${reason}`;
  return uncopiableVersion({ message, hint, place: wholeFile(path) });
}
