import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@opgen/runtime/transport';
import { collections, type Metadata, metadataOf } from './collections.ts';

const timeout = 60_000;
/** The field managers of the objects that the API server creates by itself. */
const ownManagers = ['kube-apiserver', 'api-priority-and-fairness-config-producer-v1'];
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const namespaces = '/api/v1/namespaces';

/**
 * Deletes everything that the API server did not create by itself, so that it is as good as new. Finalizers are
 * removed and namespaces do not wait for their controller. The given CustomResourceDefinitions remain without their
 * objects: the garbage collector would need half a minute to discover a kind again.
 */
export async function deleteAll(transport: Transport, keptDefinitions: ReadonlySet<string>): Promise<void> {
  const deadline = Date.now() + timeout;
  for (;;) {
    const left = await leftovers(transport, keptDefinitions);
    if (left.length === 0) return;
    if (Date.now() > deadline) {
      const paths = left.map(({ path }) => path).join(', ');
      throw new Error(`not deleted after ${timeout / 1000} s: ${paths}`);
    }
    await Promise.all(left.map((object) => remove(transport, object)));
    await delay(10);
  }
}

interface Leftover {
  path: string;
  collection: string;
  metadata: Metadata;
}

async function leftovers(
  transport: Transport,
  keptDefinitions: ReadonlySet<string>,
): Promise<readonly Leftover[]> {
  const found = await Promise.all(
    (await collections(transport)).map(async (collection) =>
      (await metadataOf(transport, collection))
        .filter((metadata) => !isOfServer(metadata))
        .filter(({ name }) => collection !== definitions || !keptDefinitions.has(name))
        .map((metadata) => ({ path: pathOf(collection, metadata), collection, metadata })),
    ),
  );
  return found.flat();
}

function isOfServer({ managedFields = [] }: Metadata): boolean {
  return managedFields.some(({ manager, subresource }) => !subresource && ownManagers.includes(manager));
}

function pathOf(collection: string, { name, namespace }: Metadata): string {
  const cut = collection.lastIndexOf('/');
  const inNamespace = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${collection.slice(0, cut)}${inNamespace}${collection.slice(cut)}/${name}`;
}

/** Sends one request; whatever is left is deleted in the next round. */
async function remove(transport: Transport, { path, collection, metadata }: Leftover): Promise<void> {
  const { deletionTimestamp, finalizers = [] } = metadata;
  if (deletionTimestamp === undefined) {
    await ask(transport, 'DELETE', path, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
  } else if (finalizers.length > 0 && collection !== definitions) {
    await ask(transport, 'PATCH', path, { metadata: { finalizers: null } });
  } else if (collection === namespaces) {
    const { name } = metadata;
    await ask(transport, 'PUT', `${path}/finalize`, { metadata: { name }, spec: { finalizers: [] } });
  }
}

async function ask(transport: Transport, method: string, path: string, body: object): Promise<void> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const headers = { 'content-type': type };
  const response = await transport.request({ method, path, headers, body: JSON.stringify(body) });
  await response.text();
}
