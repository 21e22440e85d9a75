import { dynamicKind } from '../objects/dynamic-kind.ts';
import type { RequestOptions } from './client.ts';
import type { DiscoveredKind } from './discovered-kind.ts';
import { ServerError } from './errors.ts';
import type { Requests } from './requests.ts';

type Names = Pick<DiscoveredKind, 'singular' | 'shortNames' | 'categories' | 'verbs' | 'subresources'>;

const accept = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .join(',')
  .concat(',application/json');

interface AggregatedGroups {
  kind: 'APIGroupDiscoveryList';
  items?: {
    metadata?: { name?: string };
    versions?: { version: string; resources?: AggregatedResource[] }[];
  }[];
}

interface AggregatedResource {
  resource: string;
  responseKind?: { kind: string };
  scope: 'Namespaced' | 'Cluster';
  singularResource?: string;
  verbs?: string[];
  shortNames?: string[];
  categories?: string[];
  subresources?: { subresource: string }[];
}

/** The unaggregated form, from servers before 1.27 or behind an old proxy. */
interface GroupList {
  kind: 'APIGroupList' | 'APIVersions';
  /** The core group. */
  versions?: string[];
  groups?: { name: string; versions: { version: string }[]; preferredVersion?: { version: string } }[];
}

interface ResourceList {
  resources?: {
    name: string;
    kind: string;
    namespaced: boolean;
    singularName?: string;
    verbs?: string[];
    shortNames?: string[];
    categories?: string[];
  }[];
}

/** All kinds that the server serves. Within a group, the preferred version comes first. */
export async function discoverKinds(requests: Requests, options: RequestOptions): Promise<DiscoveredKind[]> {
  const roots = await Promise.all(
    ['/api', '/apis'].map(async (root) => {
      const answer = await requests.read<AggregatedGroups | GroupList>(root, { ...options, accept });
      return answer.kind === 'APIGroupDiscoveryList'
        ? aggregated(answer)
        : oneByOne(requests, root, answer, options);
    }),
  );
  return roots.flat();
}

function aggregated({ items = [] }: AggregatedGroups): DiscoveredKind[] {
  return items.flatMap(({ metadata, versions = [] }) =>
    versions.flatMap(({ version, resources = [] }) =>
      resources.flatMap(({ resource, responseKind, scope, subresources = [], ...names }) => {
        // A resource that has only subresources has no kind.
        if (responseKind === undefined) return [];
        const apiVersion = apiVersionOf(metadata?.name ?? '', version);
        return discovered(
          { apiVersion, kind: responseKind.kind, plural: resource, scope },
          {
            singular: names.singularResource ?? '',
            shortNames: names.shortNames ?? [],
            categories: names.categories ?? [],
            verbs: names.verbs ?? [],
            subresources: subresources.map(({ subresource }) => subresource),
          },
        );
      }),
    ),
  );
}

async function oneByOne(
  requests: Requests,
  root: string,
  { versions = [], groups = [] }: GroupList,
  options: RequestOptions,
): Promise<DiscoveredKind[]> {
  const all = [
    ...versions.map((version) => ({ apiVersion: version, path: `${root}/${version}` })),
    ...groups.flatMap(({ name, versions: of, preferredVersion }) =>
      of
        .toSorted((a, b) => preference(b, preferredVersion) - preference(a, preferredVersion))
        .map(({ version }) => ({ apiVersion: `${name}/${version}`, path: `${root}/${name}/${version}` })),
    ),
  ];
  const lists = await Promise.all(
    all.map(async ({ apiVersion, path }) => {
      const list = await undefinedWhenDown(requests.read<ResourceList>(path, options));
      return list === undefined ? [] : resourcesOf(apiVersion, list);
    }),
  );
  return lists.flat();
}

function preference({ version }: { version: string }, preferred: { version: string } | undefined): number {
  return version === preferred?.version ? 1 : 0;
}

function resourcesOf(apiVersion: string, { resources = [] }: ResourceList): DiscoveredKind[] {
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, singularName = '', shortNames = [], categories = [], verbs = [] }) =>
      discovered(
        { apiVersion, kind, plural: name, scope: namespaced ? 'Namespaced' : 'Cluster' },
        {
          singular: singularName,
          shortNames,
          categories,
          verbs,
          subresources: resources
            .filter((other) => other.name.startsWith(`${name}/`))
            .map((other) => other.name.slice(name.length + 1)),
        },
      ),
    );
}

function discovered(definition: Parameters<typeof dynamicKind>[0], names: Names): DiscoveredKind {
  return Object.freeze({ ...dynamicKind(definition), ...names });
}

function apiVersionOf(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

/** An aggregated API server that is down must not hide the other groups. */
async function undefinedWhenDown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServerError) return undefined;
    throw error;
  }
}
