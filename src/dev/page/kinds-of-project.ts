import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DiscoveredKind } from '@opgen/runtime';
import { parseAllDocuments } from 'yaml';
import { readDefinitions } from '../../import/read-definitions.ts';
import { partFolders } from '../../manifests/manifest-parts.ts';

/** A group and a plural name, such as `apps/deployments`; `*` stands for all. */
type Resource = `${string}/${string}`;

export interface KindsOfProject {
  /** The kinds that it defines. */
  readonly own: ReadonlySet<Resource>;
  /** The resources that its role can watch. */
  readonly watched: ReadonlySet<Resource>;
}

/** What else explains what an operator does: the Pods of its objects, their events, and the nodes. */
const always: readonly Resource[] = ['/pods', '/events', '/nodes'];

/** The kinds whose objects the controllers of Kubernetes create for others. */
const createdFor: Readonly<Record<Resource, readonly Resource[]>> = {
  'apps/deployments': ['apps/replicasets'],
  'apps/statefulsets': ['apps/controllerrevisions', '/persistentvolumeclaims'],
  'apps/daemonsets': ['apps/controllerrevisions'],
  'batch/cronjobs': ['batch/jobs'],
  '/services': ['discovery.k8s.io/endpointslices'],
};

/** They change every few seconds, and say nothing about the objects of an operator. */
const never: ReadonlySet<Resource> = new Set(['coordination.k8s.io/leases', 'events.k8s.io/events']);

/** Reads the CRDs and the role of a project. */
export function kindsOfProject(root: string): KindsOfProject {
  const folder = join(root, partFolders.crd);
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.yaml')) : [];
  const definitions = files.flatMap((file) =>
    readDefinitions(readFileSync(join(folder, file), 'utf8'), file),
  );
  return {
    own: new Set(definitions.map(({ spec }): Resource => `${spec.group}/${spec.names.plural}`)),
    watched: new Set(watchedResources(join(root, partFolders.rbac, 'role.yaml'))),
  };
}

interface Rule {
  apiGroups?: string[];
  resources?: string[];
  verbs?: string[];
}

function watchedResources(file: string): Resource[] {
  if (!existsSync(file)) return [];
  return parseAllDocuments(readFileSync(file, 'utf8'))
    .flatMap((document) => (document.toJS() as { rules?: Rule[] } | null)?.rules ?? [])
    .filter(({ verbs = [] }) => verbs.includes('watch') || verbs.includes('*'))
    .flatMap(({ apiGroups = [], resources = [] }) =>
      apiGroups.flatMap((group) => resources.map((resource): Resource => `${group}/${resource}`)),
    );
}

/** A kind that the page watches. */
export interface WatchedKind {
  readonly kind: DiscoveredKind;
  readonly own: boolean;
}

/** Those kinds of a cluster that matter for the project: one version of each. */
export function chooseKinds(
  served: readonly DiscoveredKind[],
  { own, watched }: KindsOfProject,
): WatchedKind[] {
  const direct = new Set([...own, ...watched, ...always]);
  const wanted = new Set([...direct, ...[...direct].flatMap((resource) => createdFor[resource] ?? [])]);
  const chosen = new Map<Resource, WatchedKind>();
  for (const kind of served) {
    const resource: Resource = `${kind.group}/${kind.plural}`;
    const isWanted = [resource, `${kind.group}/*`, '*/*'].some((each) => wanted.has(each as Resource));
    // The preferred version comes first.
    if (!isWanted || never.has(resource) || chosen.has(resource)) continue;
    if (kind.verbs.includes('list') && kind.verbs.includes('watch'))
      chosen.set(resource, { kind, own: own.has(resource) });
  }
  return [...chosen.values()];
}
