import { parseAccept, takesJson } from '../negotiation/accept.ts';
import { announcedVerbs, type Resource, type Subresource } from '../resources/resource.ts';
import { groupsOf, versionsOf } from './legacy.ts';

/** The versions of aggregated discovery that clients ask for; kubectl up to 1.29 knows only the older one. */
export type DiscoveryVersion = 'v2' | 'v2beta1';

/**
 * Which discovery a client wants at `/api` and `/apis`: the first one in its Accept header that there is.
 * Undefined stands for the old documents.
 */
export function discoveryVersionFor(accept: string | undefined): DiscoveryVersion | undefined {
  for (const clause of parseAccept(accept)) {
    if (!takesJson(clause)) continue;
    const { as, g, v } = clause.parameters;
    if (as === undefined) return undefined;
    const isDiscovery = as === 'APIGroupDiscoveryList' && g === 'apidiscovery.k8s.io';
    if (isDiscovery && (v === 'v2' || v === 'v2beta1')) return v;
  }
  return undefined;
}

/** The Content-Type of an answer; a client takes a document of another type for one of the old ones. */
export function discoveryContentType(version: DiscoveryVersion): string {
  return `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
}

/** Everything there is to discover: at `/api` of the core group, at `/apis` of the others. */
export function groupDiscoveryList(
  resources: readonly Resource[],
  version: DiscoveryVersion,
  root: '/api' | '/apis',
) {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: `apidiscovery.k8s.io/${version}`,
    metadata: {},
    items: (root === '/api' ? [''] : groupsOf(resources)).map((group) => ({
      metadata: { ...(group === '' ? {} : { name: group }), creationTimestamp: null },
      versions: versionsOf(resources, group).map((name) => ({
        version: name,
        resources: resources
          .filter((resource) => resource.group === group && resource.version === name)
          .map(resourceDiscovery),
        freshness: 'Current',
      })),
    })),
  };
}

function resourceDiscovery(resource: Resource) {
  const { group, version, kind, plural, singular, namespaced, shortNames, categories } = resource;
  const { subresources } = resource;
  return {
    resource: plural,
    responseKind: { group, version, kind },
    scope: namespaced ? 'Namespaced' : 'Cluster',
    singularResource: singular,
    verbs: announcedVerbs(resource),
    ...(shortNames.length === 0 ? {} : { shortNames }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(subresources.length === 0 ? {} : { subresources: subresources.map(subresourceDiscovery) }),
  };
}

function subresourceDiscovery({ name, group, version, kind, verbs }: Subresource) {
  return { subresource: name, responseKind: { group, version, kind }, verbs };
}
