import type { Client } from '../client/client.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { metadataOf } from '../objects/views.ts';

/** Short, because a worker waits for the response. */
const timeout = 5_000;

/**
 * The field managers of an object, most recent first: `Deployment default/web: flux (Apply) 2026-01-01T00:00:00Z`. Reads
 * from the API server, because the cache drops managedFields. Empty if the request fails.
 */
export async function recentWriters<T extends KubernetesObject>(
  client: Pick<Client, 'find'>,
  kind: Kind<T>,
  key: ObjectKey,
  signal: AbortSignal,
): Promise<string[]> {
  const object = await client.find(metadataOf(kind), key, { signal, timeout }).catch(() => undefined);
  const name = key.namespace === undefined ? key.name : `${key.namespace}/${key.name}`;
  return (object?.metadata.managedFields ?? [])
    .toSorted((a, b) => ((a.time ?? '') < (b.time ?? '') ? 1 : -1))
    .map(
      ({ manager = '', operation = '', time = '' }) =>
        `${kind.kind} ${name}: ${manager} (${operation}) ${time}`,
    );
}
