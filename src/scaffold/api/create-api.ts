import { type Diagnostic, UserError } from '../../diagnostics.ts';
import type { BuiltInResources } from '../../kubernetes/built-in-resources.ts';
import {
  checkControllerName,
  controllerNamesOf,
  defaultControllerName,
  sameController,
  withControllers,
} from '../../project/controllers.ts';
import { type ProjectFile, readProject } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import type { ApiOptions } from './options.ts';
import { checkAsBefore, checkControllers, checkNames, checkUnique } from './check.ts';
import { isSameKind, type ResourceContext, resourceContext } from './context.ts';
import { copyVersion, earlierVersions } from './earlier-version.ts';
import { externalExample } from './external-example.ts';
import { externalTrees, isFromCrd } from './external-type.ts';
import type { FileChange } from '../files/file-plan.ts';
import { findType } from './find-type.ts';
import { planLayers, throwIfWrong } from '../files/plan-layers.ts';
import { apiTrees, controllerTrees, kindTrees, typeTree } from './layers.ts';
import { isSample, withoutSamples } from './samples.ts';
import type { Insertion, RenderedTree } from '../templates/tree.ts';
import { withStorageMarker } from '../types/change-markers.ts';
import { findTypeFile, hasUsualStatus, isStored } from '../types/type-file.ts';
import { invalidGroup } from '../../project/diagnostics.ts';
import { checkPlural } from '../../project/group-version-kind.ts';

export interface ApiPlan {
  changes: FileChange[];
  resource: ProjectResource;
  /** The path of the type of an earlier version that was copied; undefined if the type is not a copy. */
  copied?: string | undefined;
}

/**
 * Plans the files of a new kind or controller and the changes to shared files. Throws all problems in one error.
 *
 * Skips what the project already has, so that running the same command twice changes nothing the second time.
 */
export function planApi(root: string, options: ApiOptions, builtIns: BuiltInResources): ApiPlan {
  const project = readProject(root);
  throwIfWrong(checkNames(project, options));
  const meant = findType(project, options, builtIns);
  const before = project.find(meant);
  const isNewType = meant.api !== undefined && (before?.api === undefined || options.force);
  const earlier = isNewType ? versionToCopy(project, meant, options) : undefined;
  const found = withImageOf(meant, earlier);
  throwIfWrong([
    ...(found.api === undefined ? [] : checkPlural(found)),
    ...checkAsBefore(project, options, found),
    ...checkUnique(project, found),
    ...checkControllers(project, options, found),
  ]);

  const added = controllerToAdd(project, options, found);
  const present = controllerNamesOf(found);
  const names = added === undefined || present.includes(added) ? present : [...present, added];
  const resource = withControllers(found, names);
  const after = project.withResource(resource);
  const context = resourceContext(project, resource, options);
  const copy = earlier === undefined ? undefined : copyVersion(root, after, [earlier, resource], options);
  if (copy !== undefined && 'code' in copy) throw new UserError(copy);
  const type = isNewType ? copy?.source : findTypeFile(root, resource);
  const writesStatus = hasUsualStatus(resource.kind, type);
  const example = externalExample(root, resource, options.external?.crd?.text);
  const trees = [
    ...(before === undefined && isFromCrd(resource)
      ? externalTrees(root, resource, options.external?.crd?.text)
      : []),
    ...(isNewType ? newTypeTrees(context, resource, copy?.tree) : []),
    ...names
      .filter((name) => options.force || !present.includes(name))
      .flatMap((name) => controllerTrees(context, after, resource, { name, writesStatus, example })),
  ];
  if (trees.length === 0) return { changes: [], resource };
  throwIfWrong(tooLongPaths(trees));
  const retired = before === undefined || !options.force ? [] : imageInsertions(root, project, before);
  const changes = [
    ...planLayers(root, trees, after, { force: options.force, retired }),
    ...(copy === undefined ? [] : planFirstStored(root, project, resource)),
  ];
  return { changes, resource, copied: copy?.source.path };
}

/** The environment lines of the previous image, which --force replaces. */
function imageInsertions(root: string, project: ProjectFile, before: ProjectResource): Insertion[] {
  return apiTrees(root, project, before)
    .flatMap(({ insertions }) => insertions)
    .filter(({ marker }) => marker === 'env');
}

/** A new version is a copy of the newest existing one, unless --image asks for a different image. */
function versionToCopy(
  project: ProjectFile,
  resource: ProjectResource,
  { deployImage }: ApiOptions,
): ProjectResource | undefined {
  const [newest] = earlierVersions(project, resource);
  const isOther =
    deployImage !== undefined && JSON.stringify(newest?.deployImage) !== JSON.stringify(deployImage);
  return isOther ? undefined : newest;
}

/** Several versions need a `+storageversion` marker. A kind imported with a single version may not have one yet. */
function planFirstStored(root: string, project: ProjectFile, resource: ProjectResource): FileChange[] {
  const types = earlierVersions(project, resource).map((known) => findTypeFile(root, known));
  if (types.some((type) => type !== undefined && isStored(type))) return [];
  const [newest] = types;
  const content = newest && withStorageMarker(newest);
  if (newest === undefined || content === undefined) return [];
  return [{ path: newest.path, action: 'update', content, before: newest.text }];
}

/** The copy of a type that was created with --image keeps that image. */
function withImageOf(resource: ProjectResource, earlier: ProjectResource | undefined): ProjectResource {
  const { deployImage } = earlier ?? {};
  return deployImage === undefined ? resource : { ...resource, deployImage };
}

/** All versions of a kind share its roles, so only the first version adds them. */
function newTypeTrees(
  context: ResourceContext,
  resource: ProjectResource,
  copy: RenderedTree | undefined,
): RenderedTree[] {
  const [lists, roles] = kindTrees(context);
  const type = copy ?? typeTree(context, resource);
  const hasSample = type.files.some(({ path }) => isSample(path));
  return [hasSample ? lists : withoutSamples(lists), ...(context.resource.storage ? [roles] : []), type];
}

/** A kind gets one controller for all its versions, named after the kind; --controller-name adds more. */
function controllerToAdd(
  project: ProjectFile,
  options: ApiOptions,
  resource: ProjectResource,
): string | undefined {
  const { controller, controllerName } = options;
  if (controller === false) return undefined;
  if (controllerName !== undefined) return controllerName;
  const hasOne = project.resources.some(
    (known) => isSameKind(known, resource) && controllerNamesOf(known).length > 0,
  );
  if (hasOne && controller !== true) return undefined;
  if (controllerNamesOf(resource).length > 0) return undefined;
  const name = defaultControllerName(resource.kind);
  if (sameController(project.resources, name) === undefined) return name;
  const longer = `${(resource.group || resource.domain).replaceAll('.', '-')}-${name}`;
  throwIfWrong([
    ...checkControllerName(longer),
    ...checkControllers(project, { ...options, controllerName: longer }, resource),
  ]);
  return longer;
}

/** File systems limit a name to 255 bytes, and an API group can be nearly as long. */
function tooLongPaths(trees: readonly RenderedTree[]): Diagnostic[] {
  const paths = trees.flatMap(({ files }) => files.map(({ path }) => path));
  const long = paths.find((path) => path.split('/').some((part) => part.length > 255));
  if (long === undefined) return [];
  const message = `the group and kind make a file name too long: ${long.split('/').at(-1)}`;
  return [invalidGroup({ message, hint: 'choose a shorter --group or --kind' })];
}
