import { join } from 'node:path';
import { type Diagnostic, nearestName } from '../diagnostics.ts';
import { checkGroupVersionKind, checkResourceName } from '../project/group-version-kind.ts';
import { pluralOf } from '../project/plural.ts';
import { type ProjectFile, type ProjectResource, readProject } from '../project/project-file.ts';
import { resourceContext, type ResourceNames, resourcePaths, typePath } from './context.ts';
import type { FileChange } from './file-plan.ts';
import { packageRoot } from './package-root.ts';
import { planLayers, throwIfWrong } from './plan-layers.ts';
import { renderTree } from './template-tree.ts';

export interface ApiOptions extends ResourceNames {
  group: string;
  version: string;
  kind: string;
  plural?: string;
  namespaced: boolean;
  resource: boolean;
  /** Undecided, a kind gets a controller unless one of its versions has one. */
  controller?: boolean;
  force: boolean;
}

export interface ApiPlan {
  changes: FileChange[];
  resource: ProjectResource;
}

/** `ApiOptions` with nothing left to decide. */
type Wanted = ApiOptions & { controller: boolean };

/**
 * The files of a new kind, and what they change in the project. All that is wrong is thrown at once.
 *
 * What the project has already is left out, so that the same command makes no changes the second time.
 */
export function planApi(root: string, asked: ApiOptions): ApiPlan {
  const project = readProject(root);
  throwIfWrong(checkApi(project, asked));

  const options = asked.force ? decided(project, asked) : withoutPresent(project, decided(project, asked));
  const resource = resourceOf(project, options);
  if (!options.resource && !options.controller) return { changes: [], resource };
  const context = resourceContext(project, resource, options);
  const listed: ProjectResource = options.resource ? { ...resource, path: typePath(context) } : resource;
  const trees = layersOf(options, context.resource.storage).map((layer) =>
    renderTree(join(packageRoot(), 'templates', layer), context, resourcePaths(context)),
  );
  return { changes: planLayers(root, trees, project.withResource(listed), options), resource: listed };
}

function decided(project: ProjectFile, options: ApiOptions): Wanted {
  return { ...options, controller: options.controller ?? controllerOf(project, options) === undefined };
}

/** The version of the kind, other than this one, that has the controller. There is one for all versions. */
function controllerOf(
  project: ProjectFile,
  { group, kind, version }: ApiOptions,
): ProjectResource | undefined {
  return project.resources.find(
    (known) =>
      known.group === group && known.kind === kind && known.version !== version && known.controller === true,
  );
}

function withoutPresent(project: ProjectFile, options: Wanted): Wanted {
  const known = project.find(options);
  return {
    ...options,
    resource: options.resource && known?.api === undefined,
    controller: options.controller && known?.controller !== true,
  };
}

/** The folders of templates. Roles are for all versions of a kind, so they come with the first. */
function layersOf({ resource, controller }: Wanted, isFirstVersion: boolean): string[] {
  return [
    ...(resource ? ['api'] : []),
    ...(resource && isFirstVersion ? ['roles'] : []),
    ...(controller ? ['controller'] : []),
  ];
}

function checkApi(project: ProjectFile, options: ApiOptions): Diagnostic[] {
  const names = { ...options, domain: project.domain };
  const found = [
    ...checkGroupVersionKind(names),
    ...(options.plural === undefined ? [] : checkResourceName('--plural', options.plural)),
    ...(options.singular === undefined ? [] : checkResourceName('--singular', options.singular)),
    ...(options.shortNames ?? []).flatMap((name) => checkResourceName('--short-name', name)),
    ...(options.categories ?? []).flatMap((name) => checkResourceName('--category', name)),
  ];
  if (found.length > 0) return found;
  return [...checkAsBefore(project, options), ...checkController(project, options)];
}

/** What PROJECT says of the kind must not be silently contradicted. */
function checkAsBefore(project: ProjectFile, options: ApiOptions): Diagnostic[] {
  const { force, group, kind, namespaced, plural, resource } = options;
  if (force || !resource) return [];
  const sameKind = project.resources.filter((known) => known.group === group && known.kind === kind);
  const listed = sameKind.find(({ api }) => api !== undefined);
  if (listed === undefined) return [];
  const before = listed.plural ?? pluralOf(kind);
  const differences = [
    ...(listed.api?.namespaced === namespaced
      ? []
      : [namespaced ? 'belongs to the cluster' : 'is namespaced']),
    ...(plural === undefined || plural === before ? [] : [`has the plural ${before}`]),
  ];
  if (differences.length === 0) return [];
  const message = `${kind} exists in ${listed.version}, and ${differences.join(' and ')}`;
  const hint =
    'scope and plural are the same in all versions of a kind; --force writes the files of this one again';
  return [{ code: 'OPG3009', severity: 'error', message, hint }];
}

/** A controller needs a type, and a kind needs one controller, whatever its versions. */
function checkController(project: ProjectFile, options: ApiOptions): Diagnostic[] {
  const { controller, force, group, kind, resource, version } = options;
  const other = controllerOf(project, options);
  if (controller === true && other !== undefined && !force) {
    const message = `${kind} has a controller already, for ${other.version}`;
    const hint = `one controller serves all versions of a kind: --no-controller adds only the type of ${version}`;
    return [{ code: 'OPG3009', severity: 'error', message, hint }];
  }
  if (resource || controller === false || project.find(options)?.api !== undefined) return [];
  const types = project.resources.filter(({ api }) => api !== undefined);
  const near =
    types.find((known) => known.kind === kind) ??
    types.find(
      (known) =>
        known.kind ===
        nearestName(
          kind,
          types.map((type) => type.kind),
        ),
    );
  const hint =
    near === undefined
      ? 'leave out --no-resource, and the type is written too'
      : `did you mean --group ${near.group} --version ${near.version} --kind ${near.kind}?`;
  const message = `the project has no type ${kind} in ${group}/${version} that a controller could reconcile`;
  return [{ code: 'OPG3011', severity: 'error', message, hint }];
}

function resourceOf(project: ProjectFile, options: Wanted): ProjectResource {
  const { controller, group, kind, namespaced, resource, version } = options;
  const known = project.find(options);
  const sameKind = project.resources.filter((other) => other.group === group && other.kind === kind);
  const plural = options.plural ?? sameKind.find((other) => other.plural !== undefined)?.plural;
  return {
    ...known,
    ...(resource && { api: { crdVersion: 'v1', namespaced } }),
    ...((controller || known?.controller === true) && { controller: true }),
    domain: project.domain,
    group,
    kind,
    ...(plural !== undefined && plural !== pluralOf(kind) && { plural }),
    version,
  };
}
