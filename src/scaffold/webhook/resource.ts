import type { BuiltInResources } from '../../kubernetes/built-in-resources.ts';
import { listedKinds, type NamedKind } from '../../project/listed-kinds.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { isSameKind } from '../api/context.ts';
import { externalType, findBuiltInType } from '../api/find-type.ts';
import { isOfProject } from '../api/type-module.ts';
import type { WebhookOptions } from './options.ts';

/** The matching resource of PROJECT, if there is exactly one. */
export function listedKind(project: ProjectFile, named: NamedKind): ProjectResource | undefined {
  const found = listedKinds(project, named);
  return found.length === 1 ? found[0] : undefined;
}

/** Like `listedKind`, but also finds built-in and external kinds that PROJECT does not list yet. */
export function findKind(
  project: ProjectFile,
  options: WebhookOptions,
  builtIns: BuiltInResources,
): ProjectResource | undefined {
  if (options.group === undefined || listedKinds(project, options).length > 0)
    return listedKind(project, options);
  const named = { ...options, group: options.group };
  return options.external === undefined
    ? findBuiltInType(builtIns, named)
    : externalType(named, options.external);
}

/** Other versions of the same kind that the project declares. */
export function otherVersions({ resources }: ProjectFile, resource: ProjectResource): ProjectResource[] {
  return resources.filter(
    (known) => isOfProject(known) && isSameKind(known, resource) && known.version !== resource.version,
  );
}
