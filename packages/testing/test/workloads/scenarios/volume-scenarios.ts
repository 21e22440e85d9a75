import { type Client, mergePatch } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

/** Creates a volume of the namespace's class; its name contains that of the namespace. */
async function createVolume(
  client: Client,
  namespace: string,
  name: string,
  spec: Partial<PersistentVolume['spec']> = {},
): Promise<void> {
  await client.create(PersistentVolume, {
    metadata: { name: `${namespace}-${name}`, labels: { name } },
    spec: {
      storageClassName: namespace,
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      csi: { driver: 'example.com', volumeHandle: name },
      ...spec,
    },
  });
}

async function createClaim(
  client: Client,
  namespace: string,
  name: string,
  spec: Partial<PersistentVolumeClaim['spec']> = {},
): Promise<void> {
  await client.create(PersistentVolumeClaim, {
    metadata: { name, namespace },
    spec: {
      storageClassName: namespace,
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '1Gi' } },
      ...spec,
    },
  });
}

function storage(size: string): Partial<PersistentVolumeClaim['spec']> {
  return { resources: { requests: { storage: size } } };
}

/** Passes once claims have phases. */
function phases({ client }: Bed, namespace: string, expected: Record<string, string>): () => Promise<void> {
  return async () => {
    const { items } = await client.list(PersistentVolumeClaim, { namespace });
    const actual = Object.fromEntries(items.map(({ metadata, status }) => [metadata.name, status?.phase]));
    expect(actual).toEqual(expected);
  };
}

/** Passes once the volumes of a namespace are available. */
function available({ client }: Bed, namespace: string): () => Promise<void> {
  return async () => {
    const { items } = await client.list(PersistentVolume);
    const own = items.filter(({ spec }) => spec.storageClassName === namespace);
    expect(own.map(({ status }) => status?.phase)).toEqual(own.map(() => 'Available'));
  };
}

function pod(namespace: string, name: string, claimName: string) {
  return {
    metadata: { name, namespace },
    spec: {
      containers: [{ name: 'main', image: 'nginx:1' }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
    },
  };
}

async function createClass(client: Client, namespace: string, volumeBindingMode: string): Promise<void> {
  await client.create(StorageClass, {
    metadata: { name: namespace },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode,
  });
}

export const volumeScenarios: Readonly<Record<string, Scenario>> = {
  'claims and volumes that exist': async (bed, namespace, seen) => {
    const { client } = bed;
    await createVolume(client, namespace, 'large', { capacity: { storage: '10Gi' } });
    await createVolume(client, namespace, 'medium', { capacity: { storage: '5Gi' } });
    await createVolume(client, namespace, 'shared', { accessModes: ['ReadWriteOnce', 'ReadWriteMany'] });
    await createVolume(client, namespace, 'reserved', { claimRef: { name: 'd', namespace } });
    await bed.until(available(bed, namespace));
    await seen('volumes');
    await createClaim(client, namespace, 'a', storage('2Gi'));
    await bed.until(phases(bed, namespace, { a: 'Bound' }));
    await createClaim(client, namespace, 'b', { accessModes: ['ReadWriteMany'] });
    await createClaim(client, namespace, 'c', { selector: { matchLabels: { name: 'large' } } });
    await createClaim(client, namespace, 'd');
    await bed.until(phases(bed, namespace, { a: 'Bound', b: 'Bound', c: 'Bound', d: 'Bound' }));
    await seen('bound');
    await client.delete(PersistentVolumeClaim, { name: 'a', namespace });
    await bed.until(phases(bed, namespace, { b: 'Bound', c: 'Bound', d: 'Bound' }));
    await seen('released');
    const medium = { name: `${namespace}-medium` };
    await client.patch(PersistentVolume, medium, mergePatch({ spec: { claimRef: null } }));
    await bed.until(async () => {
      expect((await client.get(PersistentVolume, medium)).status?.phase).toBe('Available');
    });
    await createClaim(client, namespace, 'a', storage('5Gi'));
    await bed.until(phases(bed, namespace, { a: 'Bound', b: 'Bound', c: 'Bound', d: 'Bound' }));
    await seen('used again');
    await client.delete(PersistentVolume, medium);
    await client.patch(PersistentVolume, medium, mergePatch({ metadata: { finalizers: null } }));
    await bed.until(phases(bed, namespace, { a: 'Lost', b: 'Bound', c: 'Bound', d: 'Bound' }));
    await seen('lost');
  },

  'claims that name their volume': async (bed, namespace, seen) => {
    const { client } = bed;
    await createVolume(client, namespace, 'one');
    await createVolume(client, namespace, 'two', { capacity: { storage: '500Mi' } });
    await bed.until(available(bed, namespace));
    await createClaim(client, namespace, 'a', { volumeName: `${namespace}-one` });
    await bed.until(phases(bed, namespace, { a: 'Bound' }));
    await createClaim(client, namespace, 'b', { volumeName: `${namespace}-one` });
    await createClaim(client, namespace, 'c', { volumeName: `${namespace}-two` });
    await createClaim(client, namespace, 'd', { volumeName: `${namespace}-three` });
    await bed.until(phases(bed, namespace, { a: 'Bound', b: 'Pending', c: 'Pending', d: 'Pending' }));
    await seen('one of them fits');
  },

  'claims without a volume': async (bed, namespace, seen) => {
    const { client } = bed;
    await createClaim(client, namespace, 'a');
    await createClaim(client, namespace, 'b', { storageClassName: '' });
    await client.create(Pod, pod(namespace, 'uses-a', 'a'));
    await client.create(Pod, pod(namespace, 'uses-none', 'none'));
    await seen('pending');
  },

  'a claim that waits for its first consumer': async (bed, namespace, seen) => {
    const { client } = bed;
    const values = ['node-1'];
    const matchExpressions = [{ key: 'kubernetes.io/hostname', operator: 'In', values }];
    const elsewhere = [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node-9'] }];
    const affinity = (terms: typeof matchExpressions) => ({
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: terms }] } },
    });
    await createClass(client, namespace, 'WaitForFirstConsumer');
    await createVolume(client, namespace, 'elsewhere', affinity(elsewhere));
    await createVolume(client, namespace, 'here', {
      ...affinity(matchExpressions),
      capacity: { storage: '2Gi' },
    });
    await bed.until(available(bed, namespace));
    await createClaim(client, namespace, 'a');
    await createClaim(client, namespace, 'b');
    await bed.until(phases(bed, namespace, { a: 'Pending', b: 'Pending' }));
    await seen('waiting');
    await client.create(Pod, pod(namespace, 'uses-a', 'a'));
    await bed.until(async () => {
      expect((await client.get(Pod, { name: 'uses-a', namespace })).status?.phase).toBe('Running');
    });
    await seen('consumed');
    await client.create(Pod, pod(namespace, 'uses-b', 'b'));
    await seen('no volume on the node');
  },
};
