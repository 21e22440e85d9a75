import { join } from 'node:path';
import { controllerNamesOf } from '../../project/controllers.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import {
  controllerContext,
  controllerPaths,
  isSameKind,
  type ResourceContext,
  resourceContext,
  resourcePaths,
} from './context.ts';
import { type ExternalContext, externalExample } from './external-example.ts';
import { externalTrees, isFromCrd } from './external-type.ts';
import { copyVersion, earlierVersions } from './earlier-version.ts';
import { imageContext } from './image-context.ts';
import { isThere } from '../files/file-plan.ts';
import { packageRoot } from '../package-root.ts';
import { type RenderedTree, renderTree } from '../templates/tree.ts';
import { findTypeFile, hasUsualStatus, typeOptionsOf } from '../types/type-file.ts';
import type { TypeOptions } from '../types/type-options.ts';

/** Everything that `opgen create api` writes for one entry of PROJECT. */
export function apiTrees(root: string, project: ProjectFile, resource: ProjectResource): RenderedTree[] {
  const options = typeOptionsOf(findTypeFile(root, resource));
  const context = resourceContext(project, resource, options);
  return [
    ...(resource.api === undefined
      ? []
      : [...kindTrees(context), typeAsWritten(root, project, resource, options)]),
    ...(isFromCrd(resource) ? externalTrees(root, resource) : []),
    ...controllerNamesOf(resource).flatMap((name) =>
      controllerAsWritten(root, context, project, resource, name),
    ),
  ];
}

/** The kustomization entries of a type, and the roles for the users of the kind. */
export function kindTrees(context: ResourceContext): [lists: RenderedTree, roles: RenderedTree] {
  const paths = resourcePaths(context);
  return [renderLayer('api/manifests', context, paths), renderLayer('api/roles', context, paths)];
}

/** The type of the first version of a kind, and its sample. */
export function typeTree(context: ResourceContext, { deployImage }: ProjectResource): RenderedTree {
  const paths = resourcePaths(context);
  return deployImage === undefined
    ? renderLayer('api/type', context, paths)
    : renderLayer('api/image-type', imageContext(context, deployImage), paths);
}

/** The type and sample of any version: the copy that is on the disk unchanged, or else the template. */
function typeAsWritten(
  root: string,
  project: ProjectFile,
  resource: ProjectResource,
  options: TypeOptions,
): RenderedTree {
  const context = resourceContext(project, resource, options);
  const copies = earlierVersions(project, resource).flatMap((earlier) => {
    const copy = copyVersion(root, project, [earlier, resource], options);
    return 'tree' in copy ? copy.tree.files : [];
  });
  return asWritten(root, typeTree(context, resource), copies);
}

/** The controller as it was generated. The status of the kind may have changed since, so both variants are tried. */
function controllerAsWritten(
  root: string,
  context: ResourceContext,
  project: ProjectFile,
  resource: ProjectResource,
  name: string,
): RenderedTree[] {
  const writesStatus = hasUsualStatus(resource.kind, findTypeFile(root, resource));
  const example = externalExample(root, resource);
  const [one, other] = [writesStatus, !writesStatus].map((each) =>
    controllerTrees(context, project, resource, { name, writesStatus: each, example }),
  );
  const others = other?.flatMap(({ files }) => files) ?? [];
  return (one ?? []).map((tree) => asWritten(root, tree, others));
}

/** Replaces each file of the tree with the variant that is on the disk unchanged, if there is one. */
function asWritten(
  root: string,
  { files, insertions }: RenderedTree,
  others: RenderedTree['files'],
): RenderedTree {
  return {
    insertions,
    files: files.map(
      (file) => [file, ...others].find((each) => each.path === file.path && isThere(root, each)) ?? file,
    ),
  };
}

/** Only the main controller of a kind writes its status, and only if the project owns the kind. */
export function controllerTrees(
  context: ResourceContext,
  project: ProjectFile,
  resource: ProjectResource,
  {
    name,
    writesStatus,
    example,
  }: { name: string; writesStatus: boolean; example?: ExternalContext['example'] | undefined },
): RenderedTree[] {
  const controller = controllerContext(context, name);
  const paths = controllerPaths(controller);
  const shared = renderLayer('controller/setup', controller, paths);
  if (resource.api === undefined || !writesStatus || name !== mainControllerOf(project, resource)) {
    const external: ExternalContext | undefined = example && { ...controller, example };
    return [
      shared,
      renderLayer('controller/plain', controller, paths),
      external === undefined
        ? renderLayer('controller/plain-test', controller, paths)
        : renderLayer('controller/external-test', external, paths),
    ];
  }
  const code =
    resource.deployImage === undefined
      ? renderLayer('controller/status', controller, paths)
      : renderLayer('controller/image', imageContext(controller, resource.deployImage), paths);
  return [shared, code, ...convertedTrees(context, project, resource)];
}

/** The conversion setup in the test of a controller whose version is a spoke. */
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
  return [renderLayer('controller/converted', controller, controllerPaths(controller))];
}

/** The first controller that PROJECT lists for any version of the kind. */
function mainControllerOf(project: ProjectFile, resource: ProjectResource): string | undefined {
  return project.resources.filter((known) => isSameKind(known, resource)).flatMap(controllerNamesOf)[0];
}

function renderLayer(layer: string, context: object, paths: Readonly<Record<string, string>>): RenderedTree {
  return renderTree(join(packageRoot(), 'templates', layer), context, paths);
}
