import type { BuiltInResources } from '../../kubernetes/built-in-resources.ts';
import { qualifiedGroup } from '../../project/group-version-kind.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { isSameKind } from '../api/context.ts';
import { externalType, findBuiltInType } from '../api/find-type.ts';
import { isOfProject } from '../api/type-module.ts';
import type { NamedKind, WebhookOptions } from './options.ts';

/** The matching resource of PROJECT; without a group, the only one with that kind and version. */
export function listedKind(
  { resources }: ProjectFile,
  { group, version, kind }: NamedKind,
): ProjectResource | undefined {
  const found = resources.filter(
    (known) => known.kind === kind && known.version === version && isOfGroup(known, group),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Like `listedKind`, but also finds built-in and external kinds that PROJECT does not list yet. */
export function findKind(
  project: ProjectFile,
  options: WebhookOptions,
  builtIns: BuiltInResources,
): ProjectResource | undefined {
  const listed = listedKind(project, options);
  if (listed !== undefined || options.group === undefined) return listed;
  const named = { ...options, group: options.group };
  return options.external === undefined
    ? findBuiltInType(builtIns, named)
    : externalType(named, options.external);
}

/** Whether the resource has this short or full group. An empty group also matches the core group. */
export function isOfGroup(resource: ProjectResource, group: string | undefined): boolean {
  return group === undefined || resource.group === group || qualifiedGroup(resource) === group;
}

/** Other versions of the same kind that the project declares. */
export function otherVersions({ resources }: ProjectFile, resource: ProjectResource): ProjectResource[] {
  return resources.filter(
    (known) => isOfProject(known) && isSameKind(known, resource) && known.version !== resource.version,
  );
}
