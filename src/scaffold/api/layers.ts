import { join } from 'node:path';
import { controllerNamesOf } from '../../project/controllers.ts';
import type { ProjectFile, ProjectResource } from '../../project/project-file.ts';
import {
  controllerContext,
  controllerPaths,
  isSameKind,
  type ResourceContext,
  resourceContext,
  resourcePaths,
} from './context.ts';
import { externalTrees, isFromCrd } from './external-type.ts';
import { imageContext } from './image-context.ts';
import { packageRoot } from '../package-root.ts';
import { type RenderedTree, renderTree } from '../templates/tree.ts';
import { typeOptionsIn } from './type-options.ts';

/** Everything that `opgen create api` writes for one entry of PROJECT, as it is listed there. */
export function apiTrees(root: string, project: ProjectFile, resource: ProjectResource): RenderedTree[] {
  const context = resourceContext(project, resource, typeOptionsIn(root, resource));
  return [
    ...(resource.api === undefined ? [] : typeTrees(context, resource)),
    ...(isFromCrd(resource) ? externalTrees(root, resource) : []),
    ...controllerNamesOf(resource).flatMap((name) => controllerTrees(context, project, resource, name)),
  ];
}

/** The type, what lists it, and the roles of people who work with it. */
export function typeTrees(context: ResourceContext, resource: ProjectResource): RenderedTree[] {
  const paths = resourcePaths(context);
  return [
    renderLayer('api', context, paths),
    renderLayer('roles', context, paths),
    resource.deployImage === undefined
      ? renderLayer('type', context, paths)
      : renderLayer('image-type', imageContext(context, resource.deployImage), paths),
  ];
}

/** The main controller of a kind writes its status. Others, and those of the kinds of others, leave it alone. */
export function controllerTrees(
  context: ResourceContext,
  project: ProjectFile,
  resource: ProjectResource,
  name: string,
): RenderedTree[] {
  const controller = controllerContext(context, name);
  const paths = controllerPaths(controller);
  const shared = renderLayer('controller', controller, paths);
  if (resource.api === undefined || name !== mainControllerOf(project, resource))
    return [shared, renderLayer('controller-plain', controller, paths)];
  const code =
    resource.deployImage === undefined
      ? renderLayer('controller-status', controller, paths)
      : renderLayer('controller-image', imageContext(controller, resource.deployImage), paths);
  return [shared, code, ...convertedTrees(context, project, resource)];
}

/** What the test of a controller needs whose version is stored as another. */
export function convertedTrees(
  context: ResourceContext,
  project: ProjectFile,
  resource: ProjectResource,
): RenderedTree[] {
  const isConverted = project.resources.some(
    (known) => isSameKind(known, resource) && known.webhooks?.spoke?.includes(resource.version) === true,
  );
  const main = mainControllerOf(project, resource);
  if (!isConverted || main === undefined || !controllerNamesOf(resource).includes(main)) return [];
  const controller = controllerContext(context, main);
  return [renderLayer('controller-converted', controller, controllerPaths(controller))];
}

/** The first controller of the versions of a kind. */
function mainControllerOf(project: ProjectFile, resource: ProjectResource): string | undefined {
  return project.resources.filter((known) => isSameKind(known, resource)).flatMap(controllerNamesOf)[0];
}

function renderLayer(layer: string, context: object, paths: Readonly<Record<string, string>>): RenderedTree {
  return renderTree(join(packageRoot(), 'templates', layer), context, paths);
}
