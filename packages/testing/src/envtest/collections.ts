import type { Transport } from '@opgen/runtime/transport';

export interface Metadata {
  name: string;
  namespace?: string;
  uid: string;
  deletionTimestamp?: string;
  finalizers?: string[];
  ownerReferences?: { uid: string }[];
  managedFields?: { manager: string; subresource?: string }[];
}

/** The paths of all collections that support list and delete, in all namespaces. */
export async function collections(transport: Transport): Promise<string[]> {
  const { groups = [] } = await json<{ groups?: { preferredVersion: { groupVersion: string } }[] }>(
    transport,
    '/apis',
  );
  const roots = [
    '/api/v1',
    ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`),
  ];
  const found = await Promise.all(
    roots.map(async (root) => {
      const { resources = [] } = await json<{ resources?: { name: string; verbs: string[] }[] }>(
        transport,
        root,
      );
      return resources
        .filter(
          ({ name, verbs }) => !name.includes('/') && verbs.includes('list') && verbs.includes('delete'),
        )
        .map(({ name }) => `${root}/${name}`);
    }),
  );
  return found.flat();
}

/** The metadata of every object in a collection. */
export async function metadataOf(transport: Transport, path: string): Promise<Metadata[]> {
  // For an empty list of PartialObjectMetadata the real server returns null.
  const { items } = await json<{ items?: { metadata: Metadata }[] | null }>(transport, path);
  return (items ?? []).map(({ metadata }) => metadata);
}

/** A group may be removed between discovery and the request; then it contains nothing. */
async function json<T extends object>(transport: Transport, path: string): Promise<T> {
  const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;q=0.9';
  const response = await transport.request({ method: 'GET', path, headers: { accept } });
  const text = await response.text();
  return response.status === 200 ? (JSON.parse(text) as T) : ({} as T);
}
