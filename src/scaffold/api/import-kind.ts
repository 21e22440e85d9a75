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
import { shortGroup } from './short-group.ts';
import { checkTakenNames } from './check-taken-names.ts';
import { isSameKind, resourceContext, typePath } from './context.ts';
import { kindTrees } from './layers.ts';
import { withoutSamples } from './samples.ts';
import { isOfProject } from './type-module.ts';

export interface ImportPlan {
  changes: FileChange[];
  resources: ProjectResource[];
}

/** A kind and the files with the types of its versions. */
export interface ImportedKind {
  definition: CustomResourceDefinition;
  files: readonly ImportedVersion[];
}

/**
 * Plans the types of CRDs, and the PROJECT entries, kustomization entries and roles that `opgen create api` would
 * add. Writes no sample, because a CRD does not contain one. Existing entries of PROJECT do not change.
 */
export function planImport(
  root: string,
  imports: readonly ImportedKind[],
  { force }: { force: boolean },
): ImportPlan {
  let project = readProject(root);
  const resources: ProjectResource[] = [];
  const trees: RenderedTree[] = [];
  for (const { content, definition, path, version } of imports.flatMap(withDefinition)) {
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

/** The files at the paths in PROJECT, or else at those of new types. */
export function withUsualPaths(root: string, imports: readonly ImportedKind[]): ImportedKind[] {
  let project = readProject(root);
  return imports.map(({ definition, files }) => ({
    definition,
    files: files.map((file) => {
      const resource = importedResource(project, definition, file.version);
      project = project.withResource(resource);
      return { ...file, path: (isOfProject(resource) ? resource.path : undefined) ?? typePath(resource) };
    }),
  }));
}

function withDefinition({
  definition,
  files,
}: ImportedKind): (ImportedVersion & Pick<ImportedKind, 'definition'>)[] {
  return files.map((file) => ({ ...file, definition }));
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
  const names = { ...shortGroup(project, spec.group), version, kind };
  return {
    ...names,
    ...(plural !== pluralOf(kind) && { plural }),
    path: path ?? typePath(names),
    api: { crdVersion: 'v1', namespaced: spec.scope === 'Namespaced' },
  };
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
