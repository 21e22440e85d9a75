import { createClient, type DiscoveredKind, ForbiddenError, type LiveClient } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import type { ClusterSnapshot } from '@opgen/testing';
import { UserError } from '../diagnostics.ts';
import { kindsOf } from './accessed-kinds.ts';
import { notReadable } from './diagnostics.ts';
import type { ResourceAccess } from './role-access.ts';

/** A kind that the plan reads and compares. */
export interface PlannedKind {
  readonly group: string;
  readonly resource: string;
  /** The version in which the cluster returned its objects. */
  readonly version: string;
  readonly kind: string;
}

/** What the plan starts from. */
export interface LiveState {
  readonly snapshot: ClusterSnapshot;
  /** The kinds that the cluster serves, of those that the roles of the operator name. */
  readonly kinds: readonly PlannedKind[];
}

export interface ReadOptions {
  /** What the roles of the operator name. */
  readonly access: readonly ResourceAccess[];
  /** The manifests of the tree whose live versions are compared, such as CRDs and roles. */
  readonly manifests: readonly ManifestKey[];
}

export interface ManifestKey {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** The objects of a resource. */
type Table = ClusterSnapshot['resources'][number];

const crds = { group: 'apiextensions.k8s.io', resource: 'customresourcedefinitions' };

/** Reads the part of a cluster that the operator can see. Sends only GET requests. */
export async function readSnapshot(
  transport: Transport,
  { access, manifests }: ReadOptions,
): Promise<LiveState> {
  const client = createClient(transport);
  const discovered = await client.discover();
  const wanted = access.flatMap((each) => kindsOf(each, discovered).map((kind) => ({ kind, access: each })));
  const tables: Table[] = [];
  for (const { kind, access: each } of wanted)
    tables.push(tableOf(kind, await objectsOf(client, kind, each)));
  const kinds = wanted.map(({ kind }) => plannedKind(kind));
  tables.push(
    await definitionsOf(client, discovered, kinds),
    ...(await liveManifests(client, discovered, manifests)),
    ...(await supporting(client, discovered, kinds)),
  );
  const namespaces = await readNamespaces(client, discovered, tables);
  return { snapshot: { resources: merged([...tables, namespaces]) }, kinds: unique(kinds) };
}

async function objectsOf(
  client: LiveClient,
  kind: DiscoveredKind,
  { names, namespace, role }: ResourceAccess,
): Promise<object[]> {
  const scope = kind.scope === 'Namespaced' && namespace !== undefined ? { namespace } : {};
  try {
    // Without a namespace, the objects with these names in all namespaces are meant.
    if (names === undefined || (kind.scope === 'Namespaced' && namespace === undefined)) {
      const { items } = await client.list(kind, scope);
      return names === undefined
        ? items
        : items.filter(({ metadata }) => names.includes(metadata.name ?? ''));
    }
    return await found(
      client,
      kind,
      names.map((name) => ({ name, ...scope })),
    );
  } catch (error) {
    if (!(error instanceof ForbiddenError)) throw error;
    const where = namespace === undefined ? 'in all namespaces' : `in the namespace ${namespace}`;
    throw new UserError(
      notReadable({
        message:
          `cannot list ${kind.plural}${kind.group === '' ? '' : `.${kind.group}`} ${kind.scope === 'Cluster' ? '' : where}`.trimEnd(),
        hint: `use a context whose user may get and list them: ${role} grants the operator access to them`,
      }),
    );
  }
}

/** The CRDs behind the kinds. Without them, the copy does not serve the kinds. */
async function definitionsOf(
  client: LiveClient,
  discovered: readonly DiscoveredKind[],
  kinds: readonly PlannedKind[],
): Promise<Table> {
  const kind = known(discovered, crds);
  const names = unique(kinds.filter(({ group }) => group !== '')).map(
    ({ group, resource }) => `${resource}.${group}`,
  );
  return tableOf(
    kind,
    await found(
      client,
      kind,
      names.map((name) => ({ name })),
    ),
  );
}

async function liveManifests(
  client: LiveClient,
  discovered: readonly DiscoveredKind[],
  manifests: readonly ManifestKey[],
): Promise<Table[]> {
  const tables: Table[] = [];
  for (const { apiVersion, kind: name, metadata } of manifests) {
    const kind = discovered.find((each) => each.apiVersion === apiVersion && each.kind === name);
    if (kind !== undefined) tables.push(tableOf(kind, await found(client, kind, [keyOf(metadata)])));
  }
  return tables;
}

/** What the admission of Pods looks at. */
async function supporting(
  client: LiveClient,
  discovered: readonly DiscoveredKind[],
  kinds: readonly PlannedKind[],
): Promise<Table[]> {
  if (!kinds.some(({ group, resource }) => group === '' && resource === 'pods')) return [];
  const looked = [
    { group: '', resource: 'serviceaccounts' },
    { group: '', resource: 'limitranges' },
    { group: 'scheduling.k8s.io', resource: 'priorityclasses' },
  ];
  const tables = looked.map(async (each) => {
    const kind = known(discovered, each);
    return tableOf(kind, await client.list(kind).then(({ items }) => items, unlessForbidden([])));
  });
  return Promise.all(tables);
}

/** All namespaces, or those of the objects if the user may not list them. */
async function readNamespaces(
  client: LiveClient,
  discovered: readonly DiscoveredKind[],
  tables: readonly Table[],
): Promise<Table> {
  const kind = known(discovered, { group: '', resource: 'namespaces' });
  const listed = await client.list(kind).then(({ items }) => items, unlessForbidden(undefined));
  if (listed !== undefined) return tableOf(kind, listed);
  const objects = tables.flatMap((table) => table.objects) as { metadata: { namespace?: string } }[];
  const names = [...new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))];
  const read = await found(
    client,
    kind,
    names.map((name) => ({ name })),
  ).catch(unlessForbidden([]));
  return tableOf(kind, read);
}

async function found(
  client: LiveClient,
  kind: DiscoveredKind,
  keys: readonly { name: string; namespace?: string }[],
): Promise<object[]> {
  const objects = await Promise.all(keys.map((key) => client.find(kind, key)));
  return objects.filter((object) => object !== undefined);
}

function unlessForbidden<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof ForbiddenError) return otherwise;
    throw error;
  };
}

function known(
  discovered: readonly DiscoveredKind[],
  { group, resource }: { group: string; resource: string },
): DiscoveredKind {
  const kind = discovered.find((each) => each.group === group && each.plural === resource);
  if (kind === undefined) throw new Error(`the API server does not serve ${resource} of ${group}`);
  return kind;
}

function keyOf({ name, namespace }: ManifestKey['metadata']): { name: string; namespace?: string } {
  return namespace === undefined ? { name } : { name, namespace };
}

function tableOf({ group, plural }: DiscoveredKind, objects: readonly object[]): Table {
  return { group, resource: plural, objects };
}

function plannedKind({ group, version, plural, kind }: DiscoveredKind): PlannedKind {
  return { group, resource: plural, version, kind };
}

function unique(kinds: readonly PlannedKind[]): PlannedKind[] {
  return [...new Map(kinds.map((kind) => [`${kind.group}/${kind.resource}`, kind])).values()];
}

/** One table per resource, with each object once: several rules may name it. */
function merged(tables: readonly Table[]): Table[] {
  const byResource = new Map<string, { table: Table; objects: Map<string, object> }>();
  for (const table of tables) {
    const key = `${table.group}/${table.resource}`;
    const { objects } = byResource.get(key) ?? { objects: new Map<string, object>() };
    byResource.set(key, { table, objects });
    for (const object of table.objects as { metadata: { uid: string } }[])
      objects.set(object.metadata.uid, object);
  }
  return [...byResource.values()].map(({ table, objects }) => ({ ...table, objects: [...objects.values()] }));
}
