import { createClient, type DiscoveredKind } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { isObject } from '@opgen/rules/json';
import { kindsOf } from './accessed-kinds.ts';
import type { ResourceAccess } from './role-access.ts';
import type { PlannedObject } from './planned-object.ts';
import type { ManifestKey, PlannedKind } from './read-snapshot.ts';

/** Reads the objects of the kinds that the operator accesses, in the version in which the cluster returned them. */
export async function readObjects(
  transport: Transport,
  access: readonly ResourceAccess[],
  live: readonly PlannedKind[],
): Promise<PlannedObject[]> {
  const client = createClient(transport);
  const discovered = await client.discover();
  const preferred = access.flatMap((each) => kindsOf(each, discovered));
  const kinds = new Map(preferred.map((kind) => [`${kind.group}/${kind.plural}`, kind]));
  for (const { group, resource, version } of live) {
    const same = (kind: DiscoveredKind): boolean =>
      kind.group === group && kind.plural === resource && kind.version === version;
    const found = discovered.find(same);
    if (found !== undefined) kinds.set(`${group}/${resource}`, found);
  }
  const lists = await Promise.all([...kinds.values()].map((kind) => client.list(kind)));
  return lists.flatMap(({ items }) => items as unknown as PlannedObject[]);
}

/** Reads the objects of manifests, as far as the server has them and without what is not part of them. */
export async function readManifests(
  transport: Transport,
  manifests: readonly ManifestKey[],
): Promise<PlannedObject[]> {
  const client = createClient(transport);
  const discovered = await client.discover();
  const objects = manifests.map(async ({ apiVersion, kind: name, metadata }) => {
    const kind = discovered.find((each) => each.apiVersion === apiVersion && each.kind === name);
    const { namespace } = metadata;
    const key = { name: metadata.name, ...(namespace !== undefined && { namespace }) };
    return kind && client.find(kind, key);
  });
  const found = (await Promise.all(objects)).filter((object) => object !== undefined);
  return (found as unknown as PlannedObject[]).map(manifestOf);
}

/** Without the status, and without the webhook of a conversion, which has another address in the copy. */
function manifestOf(object: PlannedObject): PlannedObject {
  const manifest: PlannedObject = { ...object, status: undefined };
  const { spec } = manifest;
  if (manifest.kind !== 'CustomResourceDefinition' || !isObject(spec)) return manifest;
  const { conversion, ...others } = spec;
  const strategy = isObject(conversion) ? conversion['strategy'] : undefined;
  return { ...manifest, spec: { ...others, ...(strategy === 'Webhook' && { conversion: { strategy } }) } };
}
