import { factsOfMinor } from './facts-of-minor.ts';
import { type Minor, minors, newestMinor } from './minors.ts';

/** A resource or subresource in one API version, as a minor version of Kubernetes serves it. */
export interface ServedResource {
  /** `deployments` or `deployments/status` */
  readonly resource: string;
  readonly singular: string;
  readonly servedGroup: string;
  readonly servedVersion: string;
  /** The API version of its objects, which is another one for subresources such as `deployments/scale`. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespaced: boolean;
  readonly verbs: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
}

/** A resource or subresource with the API versions that any known minor version of Kubernetes serves. */
export interface BuiltInResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly versions: readonly string[];
  readonly namespaced: boolean;
}

/** What a minor version serves, including alpha and beta versions. Reads files: call it once. */
export function servedResources(minor: Minor = newestMinor): readonly ServedResource[] {
  return Object.values(factsOfMinor('resources', minor) as Record<string, ServedResource>);
}

/** What any of the known minor versions serves, by group and name. Reads files: call it once. */
export function builtInResources(): readonly BuiltInResource[] {
  const byName = new Map<string, BuiltInResource>();
  for (const { servedGroup: group, servedVersion, resource, kind, namespaced } of minors.flatMap((minor) =>
    servedResources(minor),
  )) {
    const name = `${group}/${resource}`;
    const versions = new Set([...(byName.get(name)?.versions ?? []), servedVersion]);
    byName.set(name, { group, resource, kind, versions: [...versions].toSorted(), namespaced });
  }
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, resource]) => resource);
}
