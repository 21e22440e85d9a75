import { qualifiedGroup } from '../../project/group-version-kind.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { ProjectResource } from '../../project/project-resource.ts';

/**
 * Splits a group into the name of its folder and a domain: after the first label, or before the domain of the project.
 *
 * A group stays whole if another group of the project begins with the same label: the folders and files of
 * `networking.istio.io` must not be those of `networking.example.com`.
 */
export function shortGroup(
  { domain, resources }: ProjectFile,
  whole: string,
): Pick<ProjectResource, 'group' | 'domain'> {
  const known = resources.find((other) => qualifiedGroup(other) === whole);
  if (known !== undefined) return { group: known.group, domain: known.domain };
  if (whole === domain) return { group: '', domain };
  if (domain !== '' && whole.endsWith(`.${domain}`))
    return { group: whole.slice(0, -domain.length - 1), domain };
  const [group = '', ...rest] = whole.split('.');
  const isTaken = resources.some((other) => other.group === group);
  return isTaken ? { group: whole, domain: '' } : { group, domain: rest.join('.') };
}
