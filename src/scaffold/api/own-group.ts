import { qualifiedGroup } from '../../project/group-version-kind.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';
import { isOfProject } from './type-module.ts';

/**
 * The group of a kind that the project owns or will own, given short or whole.
 *
 * It ends with the domain of the project unless PROJECT lists the kind with another one, as imported kinds may have.
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
