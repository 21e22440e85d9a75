import type { CustomResourceDefinition } from '@opgen/rules/definitions';
import type { Diagnostic } from '../../diagnostics.ts';
import type { ImportedVersion } from '../../import/import-definition.ts';
import {
  checkForeignGroupVersionKind,
  checkResourceName,
  qualifiedGroup,
} from '../../project/group-version-kind.ts';
import { pluralOf } from '../../project/plural.ts';
import { type ProjectFile, readProject } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import type { FileChange } from '../files/file-plan.ts';
import { planLayers, throwIfWrong } from '../files/plan-layers.ts';
import type { RenderedTree } from '../templates/tree.ts';
import { checkAsBefore, checkUnique } from './check.ts';
import { checkTakenNames } from './check-taken-names.ts';
import { isSameKind, resourceContext, typePath } from './context.ts';
import { kindTrees } from './layers.ts';
import { withoutSamples } from './samples.ts';
import { isOfProject } from './type-module.ts';

export interface ImportPlan {
  changes: FileChange[];
  resources: ProjectResource[];
}

/**
 * Plans the types of a CRD, and the PROJECT entries, kustomization entries and roles that `opgen create api` would
 * add. Writes no sample, because a CRD does not contain one. Existing entries of PROJECT do not change.
 */
export function planImport(
  root: string,
  definition: CustomResourceDefinition,
  imported: readonly ImportedVersion[],
  { force }: { force: boolean },
): ImportPlan {
  let project = readProject(root);
  const resources: ProjectResource[] = [];
  const trees: RenderedTree[] = [];
  for (const { content, path, version } of imported) {
    const resource = importedResource(project, definition, version, path);
    resources.push(resource);
    trees.push({ files: [{ path, content }], insertions: [] });
    // `opgen manifests` reads only src/, so a type elsewhere does not become a kind of the project.
    if (project.find(resource) !== undefined || !path.startsWith('src/')) continue;
    throwIfWrong(check(project, resource));
    const [lists, roles] = kindTrees(resourceContext(project, resource, {}));
    const isFirst = !project.resources.some((known) => isOfProject(known) && isSameKind(known, resource));
    trees.push(withoutSamples(lists), ...(isFirst ? [roles] : []));
    project = project.withResource(resource);
  }
  return { changes: planLayers(root, trees, project, { force }), resources };
}

/** The default path for an imported version: the path in PROJECT, or else the path of a new type. */
export function importPath(root: string, definition: CustomResourceDefinition, version: string): string {
  const resource = importedResource(readProject(root), definition, version);
  return (isOfProject(resource) ? resource.path : undefined) ?? typePath(resource);
}

function importedResource(
  project: ProjectFile,
  { spec }: CustomResourceDefinition,
  version: string,
  path?: string,
): ProjectResource {
  const { kind, plural } = spec.names;
  const known = project.resources.find(
    (each) => each.kind === kind && each.version === version && qualifiedGroup(each) === spec.group,
  );
  if (known !== undefined) return known;
  const names = { ...shortGroup(spec.group, project.domain), version, kind };
  return {
    ...names,
    ...(plural !== pluralOf(kind) && { plural }),
    path: path ?? typePath(names),
    api: { crdVersion: 'v1', namespaced: spec.scope === 'Namespaced' },
  };
}

/** Splits off the domain of the project if the group ends with it, and otherwise splits after the first label. */
function shortGroup(whole: string, domain: string): { group: string; domain: string } {
  if (whole === domain) return { group: '', domain };
  if (domain !== '' && whole.endsWith(`.${domain}`))
    return { group: whole.slice(0, -domain.length - 1), domain };
  const [group = '', ...rest] = whole.split('.');
  return { group, domain: rest.join('.') };
}

function check(project: ProjectFile, resource: ProjectResource): Diagnostic[] {
  const { api, group, kind, plural = pluralOf(kind), version } = resource;
  const options = { group, version, kind, plural, namespaced: api?.namespaced === true, force: false };
  return [
    ...checkForeignGroupVersionKind(resource),
    ...checkTakenNames(resource.kind, { withImage: false }),
    ...checkResourceName('the plural', plural),
    ...checkAsBefore(project, options, resource),
    ...checkUnique(project, resource),
  ];
}
