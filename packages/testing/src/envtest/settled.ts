import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@opgen/runtime';

interface Metadata {
  uid: string;
  deletionTimestamp?: string;
  finalizers?: string[];
  ownerReferences?: { uid: string }[];
}

const patience = 60_000;
const collectorFinalizers = ['foregroundDeletion', 'orphan'];

/**
 * Waits until nothing is left for the garbage collector and the namespace controller: no namespace is on
 * its way out, no finalizer waits for the collector, and every object that had owners still has one.
 */
export async function settled(transport: Transport): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await isSettled(transport))) {
    if (Date.now() > deadline) throw new Error(`the cluster has not settled after ${patience / 1000} s`);
    await delay(100);
  }
}

async function isSettled(transport: Transport): Promise<boolean> {
  const namespaces = await metadataOf(transport, '/api/v1/namespaces');
  if (namespaces.some(({ deletionTimestamp }) => deletionTimestamp)) return false;
  const objects = (
    await Promise.all((await collections(transport)).map((path) => metadataOf(transport, path)))
  ).flat();
  const alive = new Set(objects.map(({ uid }) => uid));
  return objects.every(
    ({ finalizers = [], ownerReferences = [] }) =>
      !finalizers.some((finalizer) => collectorFinalizers.includes(finalizer)) &&
      (ownerReferences.length === 0 || ownerReferences.some(({ uid }) => alive.has(uid))),
  );
}

/** The paths of everything that can be listed and deleted, in all namespaces. */
async function collections(transport: Transport): Promise<string[]> {
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

async function metadataOf(transport: Transport, path: string): Promise<Metadata[]> {
  // The real server says null where a list of metadata alone is empty.
  const { items } = await json<{ items?: { metadata: Metadata }[] | null }>(transport, path);
  return (items ?? []).map(({ metadata }) => metadata);
}

/** A group may vanish between its being named and its being asked: then it holds nothing. */
async function json<T extends object>(transport: Transport, path: string): Promise<T> {
  const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json;q=0.9';
  const response = await transport.request({ method: 'GET', path, headers: { accept } });
  const text = await response.text();
  return response.status === 200 ? (JSON.parse(text) as T) : ({} as T);
}
