import type { BuiltInResource } from '@opgen/rules/builtin';
import { type Diagnostic, nearestName, UserError } from '../../diagnostics.ts';
import type { BuiltInResources } from '../../kubernetes/built-in-resources.ts';
import { kebabCase } from '../../project/names.ts';
import { pluralOf } from '../../project/plural.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import type { ApiOptions, ExternalType } from './options.ts';
import { isSameKind, typePath } from './context.ts';
import { ownGroup } from './own-group.ts';
import { missingType } from '../diagnostics.ts';

/** The resource that the options select, as PROJECT lists it or would list it, with the file that declares its type. */
export function findType(
  project: ProjectFile,
  options: ApiOptions,
  builtIns: BuiltInResources,
): ProjectResource {
  const { deployImage, external, namespaced, resource, version, kind } = options;
  if (external !== undefined) return externalType(options, external);
  const own = ownType(project, options);
  const known = project.find(own);
  if (resource !== false || known?.api !== undefined) {
    return {
      ...known,
      ...own,
      // The type may have been imported to, or moved to, a path other than the default.
      ...(known?.path !== undefined && { path: known.path }),
      ...(resource !== false && {
        api: { crdVersion: 'v1', namespaced: namespaced ?? scopeOf(project, own) },
      }),
      ...(deployImage !== undefined && { deployImage }),
    };
  }
  const builtIn = findBuiltIn(builtIns, options);
  if (builtIn === undefined) throw new UserError(unknownType(project, options, builtIns));
  const core = coreType(builtIn, version, kind);
  return { ...project.find(core), ...core };
}

/** Whether the other versions of a kind are namespaced, and hence a new one. */
function scopeOf(project: ProjectFile, own: ProjectResource): boolean {
  return (
    project.resources.find((other) => isSameKind(other, own) && other.api !== undefined)?.api?.namespaced ??
    true
  );
}

/** A new version takes the plural of the kind's other versions. */
function ownType(project: ProjectFile, { version, kind, ...options }: ApiOptions): ProjectResource {
  const names = { ...ownGroup(project, { group: options.group, kind }), version, kind };
  const known = project.resources.find((other) => isSameKind(other, names) && other.plural !== undefined);
  const plural = options.plural ?? known?.plural;
  return {
    ...names,
    path: typePath(names),
    ...(plural !== undefined && plural !== pluralOf(kind) && { plural }),
  };
}

/** The folder of `@opgen/runtime/kinds` for a group: its first label. */
function folderOf(group: string): string {
  return group === '' ? 'core' : (group.split('.')[0] ?? group);
}

/** Accepts the full group, kubebuilder's short form of it, or the folder name of its kinds. */
function groupsMeant(builtIns: BuiltInResources, group: string): string[] {
  return builtIns
    .groups()
    .filter((known) => [known, known.replace(/\.k8s\.io$/, ''), folderOf(known)].includes(group));
}

/** The built-in kind that the options select, as PROJECT would list it. */
export function findBuiltInType(
  builtIns: BuiltInResources,
  named: Pick<ApiOptions, 'group' | 'version' | 'kind'>,
): ProjectResource | undefined {
  const found = findBuiltIn(builtIns, named);
  return found === undefined ? undefined : coreType(found, named.version, named.kind);
}

function findBuiltIn(
  builtIns: BuiltInResources,
  { group, version, kind }: Pick<ApiOptions, 'group' | 'version' | 'kind'>,
): BuiltInResource | undefined {
  return groupsMeant(builtIns, group)
    .map((known) => builtIns.ofKind(folderOf(known), version, kind))
    .find((found) => found !== undefined);
}

function coreType({ group, resource }: BuiltInResource, version: string, kind: string): ProjectResource {
  const [short = '', ...domain] = group.split('.');
  return {
    core: true,
    group: group === '' ? 'core' : short,
    domain: domain.join('.'),
    version,
    kind,
    path: `@opgen/runtime/kinds/${folderOf(group)}/${version}`,
    ...(resource !== pluralOf(kind) && { plural: resource }),
  };
}

/** The external kind that the options select, as PROJECT would list it. */
export function externalType(
  { group, version, kind, plural }: Pick<ApiOptions, 'group' | 'version' | 'kind' | 'plural'>,
  { crd, domain = '', module }: ExternalType,
): ProjectResource {
  return {
    external: true,
    group,
    domain,
    version,
    kind,
    ...(module !== undefined && { module, path: module }),
    ...(crd !== undefined && { path: `src/external/${group}/${version}/${kebabCase(kind)}.ts` }),
    ...(plural !== undefined && plural !== pluralOf(kind) && { plural }),
  };
}

/** Reports a type that neither the project nor Kubernetes has, and suggests the nearest one. */
function unknownType(
  project: ProjectFile,
  { group, version, kind }: ApiOptions,
  builtIns: BuiltInResources,
): Diagnostic {
  const meant = groupsMeant(builtIns, group);
  const candidates = [
    ...project.resources.filter(({ api }) => api !== undefined),
    ...meant.flatMap((known) => kindsOf(builtIns, known)),
  ];
  const near =
    candidates.find((known) => known.kind === kind) ??
    candidates.find(
      (known) =>
        known.kind ===
        nearestName(
          kind,
          candidates.map((candidate) => candidate.kind),
        ),
    );
  const hint =
    near === undefined
      ? 'remove --no-resource to create the type, or add --external-api-module for the type of another operator'
      : `did you mean --group ${near.group} --version ${near.version} --kind ${near.kind}?`;
  const owners = meant.length > 0 ? 'neither the project nor Kubernetes has a' : 'the project has no';
  const message = `${owners} type ${kind} in ${group}/${version}`;
  return missingType({ message, hint });
}

function kindsOf(
  builtIns: BuiltInResources,
  group: string,
): Pick<ProjectResource, 'group' | 'version' | 'kind'>[] {
  return builtIns
    .resourcesOf(group)
    .filter((name) => !name.includes('/'))
    .flatMap((name) => builtIns.find(group, name) ?? [])
    .map(({ kind, versions }) => ({ group: folderOf(group), version: versions[0] ?? 'v1', kind }));
}
