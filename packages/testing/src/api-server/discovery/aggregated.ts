import { parseAccept, takesJson } from '../negotiation/accept.ts';
import { announcedVerbs, type Resource, type Subresource } from '../resources/resource.ts';
import { groupsOf, versionsOf } from './legacy.ts';

/** The versions of aggregated discovery; kubectl up to 1.29 knows only v2beta1. */
export type DiscoveryVersion = 'v2' | 'v2beta1';

/**
 * Which version of aggregated discovery a client wants at `/api` and `/apis`: the first supported one in its Accept
 * header. Undefined means the legacy documents.
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

/** The Content-Type of the response; clients parse a document of any other type as a legacy document. */
export function discoveryContentType(version: DiscoveryVersion): string {
  return `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`;
}

/** The aggregated discovery document: at `/api` for the core group, at `/apis` for all others. */
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
