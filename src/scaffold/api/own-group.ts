import { qualifiedGroup } from '../../project/group-version-kind.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { isOfProject } from './type-module.ts';

/**
 * Resolves the short or full group of a kind that the project owns or will own.
 *
 * The domain is that of the project, unless PROJECT lists the kind with another one: an imported kind can have its own.
 */
export function ownGroup(
  { domain, resources }: ProjectFile,
  { group, kind }: Pick<ProjectResource, 'group' | 'kind'>,
): Pick<ProjectResource, 'group' | 'domain'> {
  const listed = resources.filter(
    (known) =>
      isOfProject(known) && known.kind === kind && [known.group, qualifiedGroup(known)].includes(group),
  );
  const known = listed.find((each) => each.domain === domain) ?? listed[0];
  return known === undefined ? { group, domain } : { group: known.group, domain: known.domain };
}
