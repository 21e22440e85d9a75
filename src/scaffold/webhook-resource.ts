import type { ProjectFile, ProjectResource } from '../project/project-file.ts';
import { isSameKind } from './context.ts';
import { isOfProject } from './type-module.ts';
import type { NamedKind } from './webhook-options.ts';

/** The resource of PROJECT that is meant; without a group, the only one of that kind and version. */
export function findKind(
  { resources }: ProjectFile,
  { group, version, kind }: NamedKind,
): ProjectResource | undefined {
  const found = resources.filter(
    (known) => known.kind === kind && known.version === version && known.group === (group ?? known.group),
  );
  return found.length === 1 ? found[0] : undefined;
}

/** Other versions of the same kind that the project declares. */
export function otherVersions({ resources }: ProjectFile, resource: ProjectResource): ProjectResource[] {
  return resources.filter(
    (known) => isOfProject(known) && isSameKind(known, resource) && known.version !== resource.version,
  );
}
