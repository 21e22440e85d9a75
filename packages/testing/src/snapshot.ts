import type { StoredTables } from './api-server/storage/store.ts';
import type { StoredObject } from './api-server/storage/stored-object.ts';

/** Objects of a cluster, as its API server returned them. */
export interface ClusterSnapshot {
  readonly resources: readonly {
    /** Empty for the core group. */
    readonly group: string;
    /** The plural, for instance `deployments`. */
    readonly resource: string;
    /** With `apiVersion` and `kind`, which lists of built-in kinds omit. */
    readonly objects: readonly object[];
  }[];
}

/** The snapshot as the store saves objects. Its revision is the highest resourceVersion. */
export function storedTables({ resources }: ClusterSnapshot): StoredTables {
  const tables = new Map<string, StoredObject[]>();
  let revision = 1;
  let size = 0;
  for (const { group, resource, objects } of resources) {
    const table = `${group}/${resource}`;
    const stored = objects as readonly StoredObject[];
    tables.set(table, [...(tables.get(table) ?? []), ...stored]);
    size += stored.length;
    for (const { metadata } of stored) {
      const written = Number(metadata.resourceVersion);
      // Aggregated API servers may use other resourceVersions, which need not be numbers.
      if (Number.isSafeInteger(written)) revision = Math.max(revision, written);
    }
  }
  return { revision, size, tables: () => tables };
}
