import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@opgen/runtime/transport';
import { collections, metadataOf } from './collections.ts';

const timeout = 60_000;
const collectorFinalizers = ['foregroundDeletion', 'orphan'];

/**
 * Waits until the garbage collector and the namespace controller have nothing left to do: no namespace is
 * terminating, no finalizer waits for the collector, and every object with owner references has at least one owner.
 */
export async function waitUntilSettled(transport: Transport): Promise<void> {
  const deadline = Date.now() + timeout;
  while (!(await isSettled(transport))) {
    if (Date.now() > deadline) throw new Error(`the cluster has not settled after ${timeout / 1000} s`);
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
