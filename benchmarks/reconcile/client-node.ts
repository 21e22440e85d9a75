/**
 * The same operator written by hand with @kubernetes/client-node: an informer for each of the two kinds, a queue of
 * keys, and its typed APIs. `client-node.js --config=<kubeconfig> --concurrency=<n>
 * --write=<apply|create>` prints `ready` once both informers have listed, and ends on SIGTERM.
 *
 * Like the other two, it reconciles on every event, applies every time, and writes the status only if it differs.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util';
import {
  ApiException,
  CoreV1Api,
  CustomObjectsApi,
  type Informer,
  KubeConfig,
  KubernetesObjectApi,
  type KubernetesListObject,
  type KubernetesObject,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1ConfigMap,
  type V1ObjectMeta,
} from '@kubernetes/client-node';
import { KeyQueue } from './key-queue.ts';

interface Memcached extends KubernetesObject {
  metadata: V1ObjectMeta & { name: string; namespace: string; uid: string; generation: number };
  spec: { size: number };
  status?: { observedGeneration: number; ready: boolean };
}

const { values } = parseArgs({
  options: {
    config: { type: 'string', default: '' },
    concurrency: { type: 'string', default: '1' },
    write: { type: 'string', default: 'apply' },
  },
});
const type = { group: 'benchmark.example.com', version: 'v1', plural: 'memcacheds' };
const apiVersion = `${type.group}/${type.version}`;
const fieldManager = 'benchmark';

const config = new KubeConfig();
config.loadFromFile(values.config);
const core = config.makeApiClient(CoreV1Api);
const custom = config.makeApiClient(CustomObjectsApi);
const objects = KubernetesObjectApi.makeApiClient(config);

const memcacheds = makeInformer<Memcached>(
  config,
  `/apis/${apiVersion}/${type.plural}`,
  async () => (await custom.listClusterCustomObject(type)) as KubernetesListObject<Memcached>,
);
const configMaps = makeInformer<V1ConfigMap>(config, '/api/v1/configmaps', () =>
  core.listConfigMapForAllNamespaces(),
);

const queue = new KeyQueue(Number(values.concurrency), reconcile);
const keyOf = (namespace: string | undefined, name: string): string => `${namespace}/${name}`;
for (const event of ['add', 'update'] as const) {
  memcacheds.on(event, ({ metadata }) => queue.add(keyOf(metadata.namespace, metadata.name)));
}
configMaps.on('change', ({ metadata }) => {
  const owner = metadata?.ownerReferences?.find(({ controller, kind }) => controller && kind === 'Memcached');
  if (owner !== undefined) queue.add(keyOf(metadata?.namespace, owner.name));
});

async function reconcile(key: string): Promise<void> {
  const [namespace = '', name = ''] = key.split('/');
  const memcached = memcacheds.get(name, namespace);
  if (memcached === undefined) return;

  const desired = desiredConfigMap(memcached);
  if (values.write === 'apply') {
    await objects.patch(desired, undefined, undefined, fieldManager, true, PatchStrategy.ServerSideApply);
  } else await createOrUpdate(desired);

  const status = { observedGeneration: memcached.metadata.generation, ready: true };
  if (isDeepStrictEqual(memcached.status, status)) return;
  await custom.patchNamespacedCustomObjectStatus(
    { ...type, namespace, name, body: { status }, fieldManager },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  );
}

async function createOrUpdate(desired: ReturnType<typeof desiredConfigMap>): Promise<void> {
  const { namespace, name } = desired.metadata;
  const current = configMaps.get(name, namespace);
  if (current === undefined) {
    // The informer may not have received a ConfigMap that was just created.
    await core.createNamespacedConfigMap({ namespace, body: desired }).catch(unlessItExists);
  } else if (current.data?.['size'] !== desired.data.size) {
    await core.replaceNamespacedConfigMap({ namespace, name, body: { ...current, data: desired.data } });
  }
}

function unlessItExists(error: unknown): void {
  if (!(error instanceof ApiException && error.code === 409)) throw error;
}

function desiredConfigMap({ metadata: { name, namespace, uid }, spec }: Memcached) {
  const kind = 'Memcached';
  const ownerReferences = [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }];
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, namespace, ownerReferences },
    data: { size: String(spec.size) },
  } satisfies V1ConfigMap;
}

/** An informer stops on an error; its documentation recommends restarting it after some seconds. */
function keepRunning<Kind extends KubernetesObject>(informer: Informer<Kind>): Promise<void> {
  informer.on('error', (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    setTimeout(() => void informer.start(), 5_000);
  });
  return informer.start();
}

await keepRunning(configMaps);
await keepRunning(memcacheds);
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
