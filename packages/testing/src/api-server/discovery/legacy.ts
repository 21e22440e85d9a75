import { createHash } from 'node:crypto';
import { announcedVerbs, apiVersionOf, type Resource, type Subresource } from '../resources/resource.ts';
import { compareVersions } from './version-priority.ts';

// Legacy discovery: one document for each group and version.

/** `/api` */
export function apiVersions(resources: readonly Resource[], serverAddress: string) {
  return {
    kind: 'APIVersions',
    versions: versionsOf(resources, ''),
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis` */
export function apiGroupList(resources: readonly Resource[]) {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groupsOf(resources).map((name) => group(resources, name)),
  };
}

/** `/apis/<group>`; undefined for a group that is not served. */
export function apiGroup(resources: readonly Resource[], name: string) {
  if (name === '' || !groupsOf(resources).includes(name)) return undefined;
  return { kind: 'APIGroup', apiVersion: 'v1', ...group(resources, name) };
}

/** `/api/v1` and `/apis/<group>/<version>`; undefined for a version that is not served. */
export function apiResourceList(resources: readonly Resource[], gv: { group: string; version: string }) {
  const served = resources.filter(({ group, version }) => group === gv.group && version === gv.version);
  if (served.length === 0) return undefined;
  return {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersionOf(gv),
    resources: served.flatMap((resource) => [
      apiResource(resource),
      ...resource.subresources.map((subresource) => apiSubresource(resource, subresource)),
    ]),
  };
}

/** The named groups, in the order of registration; the core group is not among them. */
export function groupsOf(resources: readonly Resource[]): readonly string[] {
  return [...new Set(resources.map(({ group }) => group))].filter((name) => name !== '');
}

/** The versions of a group, the preferred version first. */
export function versionsOf(resources: readonly Resource[], group: string): readonly string[] {
  const versions = resources.filter((resource) => resource.group === group).map(({ version }) => version);
  return [...new Set(versions)].toSorted(compareVersions);
}

function group(resources: readonly Resource[], name: string) {
  const versions = versionsOf(resources, name).map((version) => ({
    groupVersion: apiVersionOf({ group: name, version }),
    version,
  }));
  return { name, versions, preferredVersion: versions[0] };
}

function apiResource(resource: Resource) {
  const { plural, singular, namespaced, kind, shortNames, categories } = resource;
  return {
    name: plural,
    singularName: singular,
    namespaced,
    kind,
    verbs: announcedVerbs(resource),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(resource.verbs.includes('list') ? { storageVersionHash: storageVersionHash(resource) } : {}),
  };
}

function apiSubresource(parent: Resource, { name, group, version, kind, verbs }: Subresource) {
  const ofAnotherKind = group !== parent.group || version !== parent.version;
  return {
    name: `${parent.plural}/${name}`,
    singularName: '',
    namespaced: parent.namespaced,
    ...(ofAnotherKind ? { group, version } : {}),
    kind,
    verbs,
  };
}

/** The storage version hash, which tells clients whether two versions of a kind are stored in the same form. */
function storageVersionHash({ group, version, kind, custom }: Resource): string {
  const stored = `${group}/${custom?.storageVersion ?? version}/${kind}`;
  return createHash('sha256').update(stored).digest().subarray(0, 8).toString('base64');
}
