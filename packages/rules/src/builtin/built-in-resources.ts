import { readFileSync } from 'node:fs';
import { newestMinor } from './minors.ts';

/** A resource or subresource in one API version, as the newest minor version of Kubernetes serves it. */
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

/** What the newest minor version serves. Reads a file: call it once. */
export function servedResources(): readonly ServedResource[] {
  return read(`v${newestMinor}`) as ServedResource[];
}

/** What any of the known minor versions serves, by group and name. Reads files: call it once. */
export function builtInResources(): readonly BuiltInResource[] {
  const byName = new Map<string, BuiltInResource>();
  const served = servedResources().map(({ servedGroup, servedVersion, resource, kind, namespaced }) => ({
    group: servedGroup,
    resource,
    kind,
    versions: [servedVersion],
    namespaced,
  }));
  for (const each of [...(read('older') as BuiltInResource[]), ...served]) {
    const name = `${each.group}/${each.resource}`;
    const versions = [...(byName.get(name)?.versions ?? []), ...each.versions].toSorted();
    byName.set(name, { ...each, versions });
  }
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, resource]) => resource);
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`./resources/${name}.json`, import.meta.url), 'utf8'));
}
