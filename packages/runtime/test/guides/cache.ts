import {
  type Client,
  done,
  draft,
  type Manager,
  type MapFunction,
  metadataOf,
  type ObjectKey,
  projectionOf,
  type Reconciler,
  requeue,
  type Result,
} from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Pod, Secret } from '@opgen/runtime/kinds/core/v1';
import { Memcached } from '../readme/memcached.ts';
import { Pool } from '../support/objects.ts';

export const PodPhase = projectionOf(Pod, ({ status, metadata: { annotations: _dropped, ...metadata } }) => ({
  metadata,
  phase: status?.phase,
}));

export function select(manager: Manager): void {
  manager.cache.configure(Secret, { labelSelector: 'app.kubernetes.io/managed-by=memcached-operator' });
  manager.cache.configure(ConfigMap, {
    labelSelector: 'app.kubernetes.io/managed-by=memcached-operator',
    namespaces: { shop: {}, 'kube-system': { fieldSelector: 'metadata.name=cluster-info' } },
  });
  manager.cache.configure(Pod, { fieldSelector: 'spec.nodeName=node-1', namespaces: ['shop', 'stage'] });
}

export function control(manager: Manager, reconciler: Reconciler): void {
  manager
    .controller('memcached')
    .for(Memcached)
    .owns(metadataOf(Deployment))
    .watches(PodPhase, ({ metadata: { labels = {}, namespace } }) => [
      { name: labels['app'] ?? '', namespace: namespace ?? '' },
    ])
    .withOptions({ concurrency: 5, resync: 10 * 3_600_000, timeout: 60_000 })
    .reconcileWith(reconciler);
}

const ownerOf: MapFunction<Pool> = ({ metadata: { namespace }, spec: { owner } }) => [
  { name: owner, namespace },
];

export function prioritize(manager: Manager, reconciler: Reconciler): void {
  manager
    .controller('memcached')
    .for(Memcached, {
      priority: ({ object }) => (object.metadata.labels?.['tier'] === 'gold' ? 'high' : undefined),
    })
    .watches(Pool, ownerOf, { priority: 'low' })
    .reconcileWith(reconciler);
}

export function index(manager: Manager): Memcached[] {
  manager.cache.addIndex(Memcached, 'size', ({ spec }) => [String(spec.size)]);
  const small = manager.cache.withIndex(Memcached, 'size', { anyOf: ['1', '2'] });
  const dozens = manager.cache.withIndex(Memcached, 'size', { prefix: '1' });
  return [...small, ...dozens];
}

export function readNow(manager: Manager, { namespace }: ObjectKey): number {
  const caches = manager.cache.list(Memcached, { namespace, labelSelector: { tier: 'gold' } });
  const first = manager.cache.find(Memcached, { name: 'first', namespace });
  return caches.length + (first?.spec.size ?? 0);
}

export async function change(client: Client, key: ObjectKey): Promise<void> {
  const found = await client.get(Memcached, key);
  const changed = draft(found);
  changed.spec.size = 5;
  await client.update(Memcached, changed);
}

interface Bucket {
  name: string;
}
declare function changedBuckets(signal: AbortSignal): AsyncIterable<Bucket>;

export function listen(manager: Manager, reconciler: Reconciler): void {
  manager
    .controller('bucket')
    .for(Memcached)
    .source(
      (signal) => changedBuckets(signal),
      ({ name }) => [{ name, namespace: 'default' }],
      {
        name: 'buckets',
      },
    )
    .reconcileWith(reconciler);
}

export async function watchLater(manager: Manager, reconciler: Reconciler): Promise<() => void> {
  const controller = manager.controller('backup').for(Memcached).reconcileWith(reconciler);

  const Certificate = await manager.mapper.find('certificates.cert-manager.io');
  if (Certificate === undefined) return () => {};
  return controller.watch(Certificate, ({ metadata }) => [{ name: metadata.name, namespace: 'default' }]);
}

export async function waitForDisk(isThere: () => Promise<boolean>): Promise<Result> {
  return (await isThere()) ? done : requeue;
}
