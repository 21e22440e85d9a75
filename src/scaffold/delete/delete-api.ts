import { type Diagnostic, nearestName, UserError, wholeFile } from '../../diagnostics.ts';
import { controllerNamesOf, withControllers } from '../../project/controllers.ts';
import { qualifiedGroup } from '../../project/group-version-kind.ts';
import { listedKinds, type NamedKind } from '../../project/listed-kinds.ts';
import { projectFileName } from '../../project/find-project.ts';
import { type ProjectFile, readProject } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { isSameKind, resourceContext } from '../api/context.ts';
import { planFiles, wantedProject } from '../files/file-plan.ts';
import { planStale } from '../files/plan-generated.ts';
import { planRemoval, type RemovalPlan } from '../files/plan-removal.ts';
import { treesOf } from './trees.ts';
import { withoutTypes } from './delete-webhook.ts';
import { sharedLayers, webhookTrees } from '../webhook/layers.ts';
import { findTypeFile, typeOptionsOf } from '../types/type-file.ts';
import { unknownKind, storedVersion } from '../diagnostics.ts';

export interface DeleteApiOptions {
  /** The short or full group; optional if only one kind has the name. */
  group?: string | undefined;
  versions: readonly string[];
  kind: string;
  /** Delete the storage version even if other versions remain. */
  force: boolean;
}

export interface DeleteApiPlan extends RemovalPlan {
  resources: ProjectResource[];
  /** Side effects that the user should know about. */
  notes: string[];
}

/** The inverse of `planApi`, for one or more versions of a kind. */
export function planDeleteApi(root: string, options: DeleteApiOptions): DeleteApiPlan {
  const project = readProject(root);
  const deleted = options.versions.map((version) => listed(project, { ...options, version }));
  const [first] = deleted;
  if (first === undefined) throw new Error('no version given');
  const versions = project.resources.filter((known) => isSameKind(known, first) && !deleted.includes(known));
  const refused = options.force ? [] : checkStored(root, project, deleted, versions);
  if (refused.length > 0) throw new UserError(refused);

  const hubs = hubsOf(deleted, versions);
  const converted = hubs.reduce((file, hub) => file.withResource(withoutSpokes(hub, deleted)), project);
  const after = moveControllers(
    converted,
    deleted,
    converted.resources.filter((known) => isSameKind(known, first) && !deleted.includes(known)),
  );
  const plan = planRemoval(root, {
    deleted: [
      ...deleted.flatMap((resource) => treesOf(root, project, resource)),
      ...hubs.flatMap((hub) => webhookTrees(root, project, hub)),
    ],
    remaining: after.resources.flatMap((resource) => treesOf(root, after, resource)),
  });
  const crd = `config/crd/bases/${resourceContext(project, first, {}).resource.crdFile}`;
  const isLast = first.api !== undefined && !versions.some(({ api }) => api !== undefined);
  const staysConverted = sharedLayers(after.resources).includes('conversion/config');
  return {
    resources: deleted,
    notes: hubs.map((hub) => conversionNote(hub, deleted)),
    kept: plan.kept,
    changes: [
      ...plan.changes,
      ...(isLast ? planStale(root, [crd]) : []),
      ...(hubs.length === 0 || staysConverted ? [] : planStale(root, ['config/webhook/conversions.yaml'])),
      ...planFiles(root, [wantedProject(after)]),
    ],
  };
}

/** The remaining versions that convert a deleted one. */
function hubsOf(deleted: readonly ProjectResource[], left: readonly ProjectResource[]): ProjectResource[] {
  return left.filter(({ webhooks }) =>
    deleted.some(({ version }) => webhooks?.spoke?.includes(version) === true),
  );
}

/** A hub without the deleted spokes; without the last one it has no conversion. Its version stays the stored one. */
function withoutSpokes(hub: ProjectResource, deleted: readonly ProjectResource[]): ProjectResource {
  const spoke = hub.webhooks?.spoke?.filter((version) => !deleted.some((each) => each.version === version));
  if (hub.webhooks === undefined || spoke === undefined) return hub;
  return spoke.length === 0
    ? withoutTypes(hub, ['conversion'])
    : { ...hub, webhooks: { ...hub.webhooks, spoke } };
}

function conversionNote({ kind, version }: ProjectResource, deleted: readonly ProjectResource[]): string {
  const versions = deleted.map((each) => each.version).join(' and ');
  return `The conversion of ${kind} between ${versions} and ${version} was removed. Migrate the stored objects to ${version} before you deploy.`;
}

/** Moves the controllers of deleted versions to a remaining one, because they serve all versions of the kind. */
function moveControllers(
  project: ProjectFile,
  deleted: readonly ProjectResource[],
  versions: readonly ProjectResource[],
): ProjectFile {
  const left = deleted.reduce((file, resource) => file.withoutResource(resource), project);
  const successor = versions.find(
    ({ api, core, external }) => api !== undefined || core === true || external === true,
  );
  if (successor === undefined || deleted.every((resource) => controllerNamesOf(resource).length === 0))
    return left;
  // The order of PROJECT decides: the first controller is the main one.
  const names = project.resources
    .filter((resource) => resource === successor || deleted.includes(resource))
    .flatMap(controllerNamesOf);
  return left.withResource(withControllers(successor, names));
}

/** The matching resource of PROJECT. Accepts the short or the full group. */
export function listed(project: ProjectFile, named: NamedKind): ProjectResource {
  const found = listedKinds(project, named);
  const { group, kind, version } = named;
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  if (found.length > 1) throw new UserError(ambiguous(found));
  const all = project.resources.map(flagsOf);
  const near = nearestName(flagsOf(named), all);
  const there = all.length === 0 ? 'PROJECT has no resources' : `PROJECT has:\n${all.join('\n')}`;
  throw new UserError(
    unknownKind({
      message: `PROJECT has no kind ${kind} in ${[group, version].filter(Boolean).join('/')}`,
      hint: near === undefined ? there : `did you mean ${near}?`,
      place: wholeFile(projectFileName),
    }),
  );
}

function ambiguous(found: readonly ProjectResource[]): Diagnostic {
  const groups = found.map((resource) => `--group ${qualifiedGroup(resource)}`).join(' or ');
  const message = `PROJECT has several kinds ${found[0]?.kind} in groups of that name`;
  return unknownKind({ message, hint: `use the full group name: ${groups}` });
}

function flagsOf({ group = '', version, kind }: NamedKind): string {
  return `${group === '' ? '' : `--group ${group} `}--version ${version} --kind ${kind}`;
}

/** Refuses to delete the storage version while others remain: the API server could no longer read stored objects. */
function checkStored(
  root: string,
  project: ProjectFile,
  deleted: readonly ProjectResource[],
  left: readonly ProjectResource[],
): Diagnostic[] {
  const versions = left.filter(({ api }) => api !== undefined);
  const stored = deleted.find((resource) => resource.api !== undefined && isStored(root, project, resource));
  if (stored === undefined || versions.length === 0) return [];
  const all = [stored, ...versions].map(({ version }) => version);
  const message = `${stored.version} is the storage version of ${stored.kind}, and ${all.slice(1).join(', ')} would remain`;
  const [next = ''] = all.slice(1);
  const { kind, version, webhooks } = stored;
  const move =
    webhooks?.conversion === true
      ? `make another version the hub first with opgen delete webhook --version ${version} --kind ${kind} --conversion and opgen create webhook --version ${next} --kind ${kind} --conversion --spoke ${version}`
      : 'move // +storageversion to another version first';
  const hint = `${move}, delete all versions with --version ${all.join(',')}, or add --delete-storage-version`;
  return [storedVersion({ message, hint })];
}

/** Reads the marker in the file of the type. Without that file, the first version in PROJECT is the stored one. */
function isStored(root: string, project: ProjectFile, resource: ProjectResource): boolean {
  return resourceContext(project, resource, typeOptionsOf(findTypeFile(root, resource))).resource.storage;
}
