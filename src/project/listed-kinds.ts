import { qualifiedGroup } from './group-version-kind.ts';
import type { ProjectFile } from './project-file.ts';
import type { ProjectResource } from './project-resource.ts';

/** A kind as the user names it on the command line. */
export interface NamedKind {
  /** The short or full group; optional if only one kind has the name. */
  group?: string | undefined;
  version: string;
  kind: string;
}

/**
 * The resources of PROJECT that a name may mean.
 *
 * A full group takes precedence: `apps` is the built-in Deployment, even if the project has one in `apps.example.com`.
 */
export function listedKinds(
  { resources }: ProjectFile,
  { group, version, kind }: NamedKind,
): ProjectResource[] {
  const found = resources.filter(
    (known) => known.kind === kind && known.version === version && isOfGroup(known, group),
  );
  const exact = found.filter((known) => qualifiedGroup(known) === group);
  return exact.length > 0 ? exact : found;
}

/** Whether the resource has this short or full group. An empty group also matches the core group. */
export function isOfGroup(resource: ProjectResource, group: string | undefined): boolean {
  return group === undefined || resource.group === group || qualifiedGroup(resource) === group;
}
