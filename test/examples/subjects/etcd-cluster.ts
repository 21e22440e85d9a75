import { isConditionTrue, type Kind, type Manager, mergePatch } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim, Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import { EtcdCluster } from '../../../examples/etcd-cluster/src/api/etcd/v1alpha1/etcd-cluster.ts';
import { setupEtcdBackupController } from '../../../examples/etcd-cluster/src/controllers/etcd/etcd-backup.controller.ts';
import { setupEtcdClusterController } from '../../../examples/etcd-cluster/src/controllers/etcd/etcd-cluster.controller.ts';
import { setupEtcdRestoreController } from '../../../examples/etcd-cluster/src/controllers/etcd/etcd-restore.controller.ts';
import { Containers } from '../../../examples/etcd-cluster/test/support/containers.ts';
import { clientOf } from '../../../examples/etcd-cluster/test/support/etcd-keys.ts';
import { fakeEtcd } from '../../../examples/etcd-cluster/test/support/fake-etcd.ts';
import { readyPods, type Scene } from '../scene.ts';
import type { Step, Subject } from '../subject.ts';

const name = 'shop';
const key = ({ namespace }: Scene): { name: string; namespace: string } => ({ name, namespace });
const change = (scene: Scene, spec: object): Promise<unknown> =>
  scene.client.patch(EtcdCluster, key(scene), mergePatch({ spec }));
const repository = 'gcr.io/etcd-development/etcd';

/** etcd runs in the Pods that the operator sees, and keeps its data while the operator restarts. */
const runner = fakeEtcd();
let manager: Manager;
const containers = new Containers({
  runner,
  client: { list: async (kind, options) => manager.client.list(kind, options) },
});
let synced = Promise.resolve();

/** Before a member answers, the Pods that run have their processes. */
const send: typeof fetch = async (input, init) => {
  synced = synced.then(() => containers.sync());
  await synced;
  return runner.fetch(input, init);
};

/** So many members serve, of this version, with the data that was written first, and the status says so. */
async function serves(scene: Scene, size: number, version: string): Promise<void> {
  const { metadata, status } = await scene.client.get(EtcdCluster, key(scene));
  expect(status).toMatchObject({
    observedGeneration: metadata.generation,
    phase: 'Running',
    size,
    readyMembers: size,
    currentVersion: version,
    targetVersion: version,
  });
  const pods = await readyPods(scene);
  expect(pods.map((pod) => pod.metadata.name).toSorted()).toEqual(status?.members);
  for (const { spec } of pods) expect(spec.containers[0]?.image).toBe(`${repository}:v${version}`);
  const { items: claims } = await scene.client.list(PersistentVolumeClaim, { namespace: scene.namespace });
  expect(claims.map((claim) => claim.metadata.name).toSorted()).toEqual(status?.members);
  for (const { spec } of pods) {
    const keys = clientOf(`http://${spec.hostname}.shop-peers.${scene.namespace}.svc:2379`, send);
    await keys.put('color', 'blue');
    expect(await keys.all()).toEqual(new Map([['color', 'blue']]));
  }
}

const creation: Step = {
  what: 'a cluster of three members is created',
  async act(scene) {
    const { client, namespace } = scene;
    // No driver provisions volumes on the real cluster.
    for (let index = 0; index < 10; index += 1) {
      await client.create(PersistentVolume, {
        metadata: { name: `${namespace}-${index}` },
        spec: {
          storageClassName: namespace,
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteOnce'],
          hostPath: { path: `/${index}` },
        },
      });
    }
    const spec = { size: 3, version: '3.5.21', storageClassName: namespace };
    await client.create(EtcdCluster, { metadata: key(scene), spec });
  },
  holds: (scene) => serves(scene, 3, '3.5.21'),
};

const upgrade: Step = {
  what: 'it is upgraded by a minor version',
  act: (scene) => change(scene, { version: '3.6.8' }),
  holds: (scene) => serves(scene, 4, '3.6.8'),
};

export const etcdCluster: Subject = {
  example: 'etcd-cluster',
  setup(next) {
    manager = next;
    setupEtcdClusterController(manager, { send });
    setupEtcdBackupController(manager);
    setupEtcdRestoreController(manager);
  },
  kind: EtcdCluster,
  creates: [Service, PersistentVolumeClaim, Pod],
  // An edited or deleted member has lost its place in the cluster: another one replaces it.
  replaces: [Pod],
  // Backups and restores are tested in the example itself.
  unusedInLifecycle: [
    'jobs.batch',
    'etcdbackups.etcd.example.com/status',
    'etcdrestores.etcd.example.com/status',
    'etcdclusters.etcd.example.com',
  ],
  upgrade,
  lifecycle: [
    creation,
    {
      what: 'it grows to four members',
      act: (scene) => change(scene, { size: 4 }),
      holds: (scene) => serves(scene, 4, '3.5.21'),
    },
    {
      what: 'a Pod is killed',
      act: async (scene) => scene.client.delete(Pod, (await readyPods(scene))[0]!.metadata),
      holds: (scene) => serves(scene, 4, '3.5.21'),
    },
    upgrade,
    {
      what: 'it shrinks to three members',
      act: (scene) => change(scene, { size: 3 }),
      holds: (scene) => serves(scene, 3, '3.6.8'),
    },
    {
      what: 'it is deleted',
      act: (scene) => scene.client.delete(EtcdCluster, key(scene)),
      async holds({ client, namespace }) {
        const kinds: readonly Kind[] = [EtcdCluster, Pod, PersistentVolumeClaim, Service];
        for (const kind of kinds) expect((await client.list(kind, { namespace })).items).toEqual([]);
      },
    },
  ],
  configurationErrors: [
    {
      what: 'an image that cannot be pulled',
      make: async (scene, pods) => {
        pods.failToPull('typo/etcd:v3.5.21');
        await change(scene, { repository: 'typo/etcd' });
      },
      async shows(scene) {
        const { status } = await scene.client.get(EtcdCluster, key(scene));
        expect(isConditionTrue(status?.conditions, 'Ready')).toBe(false);
        expect(status).toMatchObject({ phase: 'Upgrading', readyMembers: 2 });
        // The others are not restarted.
        expect(isConditionTrue(status?.conditions, 'Available')).toBe(true);
      },
      correct: (scene) => change(scene, { repository: null }),
    },
    {
      what: 'a version that skips a minor version',
      make: (scene) => expect(change(scene, { version: '3.7.0' })).rejects.toThrow('cannot skip'),
      shows: (scene) => serves(scene, 3, '3.5.21'),
      correct: async () => {},
    },
    {
      what: 'a lower version',
      make: (scene) => expect(change(scene, { version: '3.4.30' })).rejects.toThrow('cannot be downgraded'),
      shows: (scene) => serves(scene, 3, '3.5.21'),
      correct: async () => {},
    },
  ],
  async versions(scene) {
    const { status } = await scene.client.get(EtcdCluster, key(scene));
    return { current: status?.currentVersion, target: status?.targetVersion };
  },
};
