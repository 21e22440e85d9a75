import type { Client } from '../client/client.ts';
import { NotFoundError } from '../client/errors.ts';
import { mergePatch } from '../client/patch.ts';
import { CustomResourceDefinition } from '../kinds/apiextensions/v1.ts';
import { compact } from '../objects/json.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { metadataOf } from '../objects/views.ts';

/** Options of `migrateStorage`. */
export interface MigrateStorageOptions {
  /** Stops the migration. A later run starts over, which is harmless. */
  signal?: AbortSignal | undefined;
}

/** The result of `migrateStorage`. */
export interface StorageMigration {
  /** Number of objects that are now stored in the storage version. */
  readonly migrated: number;
  /** The versions that were removed from `status.storedVersions`. The CRD no longer needs them. */
  readonly removed: readonly string[];
}

/**
 * Writes every object of a custom resource again, so that etcd contains it in the storage version, and then removes all
 * other versions from `status.storedVersions` of the CRD. After that, the CRD may drop these versions.
 *
 * `kind` is the storage version. The objects do not change, except for what conversion, defaults and admission change.
 * Pass a client that reads from the API server, such as `manager.liveClient`. Needs permission to list and patch the
 * objects, to get the CRD, and to patch `customresourcedefinitions/status`.
 *
 * Throws an `AggregateError` if the API server rejects an object; the stored versions then stay as they are.
 */
export async function migrateStorage<T extends KubernetesObject>(
  client: Pick<Client, 'get' | 'list' | 'patch'>,
  kind: Kind<T>,
  { signal }: MigrateStorageOptions = {},
): Promise<StorageMigration> {
  const options = signal === undefined ? {} : { signal };
  const key = { name: `${kind.plural}.${kind.group}` };
  const before = await client.get(CustomResourceDefinition, key, options);
  requireStored(kind, before);

  // Names only: the whole list fits in memory, and is complete before its resource version expires.
  const { items } = await client.list(metadataOf(kind), options);
  const failures: Error[] = [];
  let migrated = 0;
  for (const { metadata } of items) {
    const object = compact({ name: metadata.name, namespace: metadata.namespace });
    try {
      // The API server writes an unchanged object only if it is stored in another version.
      await client.patch(kind, object, mergePatch({}), options);
      migrated += 1;
    } catch (error) {
      if (!(error instanceof NotFoundError)) failures.push(failureOf(object, error));
      signal?.throwIfAborted();
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} objects of ${key.name} could not be migrated`);

  const after = await client.get(CustomResourceDefinition, key, options);
  requireStored(kind, after);
  const { resourceVersion } = after.metadata;
  const removed = after.status?.storedVersions?.filter((version) => version !== kind.version) ?? [];
  if (removed.length > 0) {
    const status = { metadata: { resourceVersion }, status: { storedVersions: [kind.version] } };
    await client.patch(CustomResourceDefinition, key, mergePatch(status), {
      ...options,
      subresource: 'status',
    });
  }
  return { migrated, removed };
}

/** Another storage version would make the stored versions wrong, even if it was set during the migration. */
function requireStored(
  kind: Kind,
  definition: { spec: { versions: readonly { name: string; storage: boolean }[] } },
) {
  const stored = definition.spec.versions.find(({ storage }) => storage)?.name;
  if (stored === kind.version) return;
  throw new Error(
    `the storage version of ${kind.plural}.${kind.group} is ${stored}, not ${kind.version}: pass the kind of ${stored}`,
  );
}

function failureOf({ name, namespace }: ObjectKey, cause: unknown): Error {
  const where = namespace === undefined ? name : `${namespace}/${name}`;
  return new Error(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}
