import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@opgen/runtime/transport';
import { collections, type Metadata, metadataOf } from './collections.ts';

const patience = 60_000;
/** What the API server writes for itself, under these names. */
const itself = ['kube-apiserver', 'api-priority-and-fairness-config-producer-v1'];
const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const namespaces = '/api/v1/namespaces';

/**
 * Takes away everything but what the API server has made for itself, as if it had just been started. Nobody is asked:
 * finalizers are taken off, and namespaces do not wait for their controller. Definitions that are to be kept stay, their
 * objects go: a garbage collector that forgot a kind would need half a minute to learn of it again.
 */
export async function cleared(transport: Transport, keptDefinitions: ReadonlySet<string>): Promise<void> {
  const deadline = Date.now() + patience;
  for (;;) {
    const left = await leftovers(transport, keptDefinitions);
    if (left.length === 0) return;
    if (Date.now() > deadline) {
      const paths = left.map(({ path }) => path).join(', ');
      throw new Error(`after ${patience / 1000} s there is still ${paths}`);
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
  return managedFields.some(({ manager, subresource }) => !subresource && itself.includes(manager));
}

function pathOf(collection: string, { name, namespace }: Metadata): string {
  const cut = collection.lastIndexOf('/');
  const inNamespace = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${collection.slice(0, cut)}${inNamespace}${collection.slice(cut)}/${name}`;
}

/** Asks for one step; what has not gone by then is there in the next round. */
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
