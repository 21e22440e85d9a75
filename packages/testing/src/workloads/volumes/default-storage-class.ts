import type { LiveClient } from '@opgen/runtime';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';

const name = 'standard';

/** Creates the class of claims that name none, as local clusters have it, unless an earlier run of the cluster has. */
export async function createDefaultStorageClass(client: LiveClient): Promise<void> {
  if ((await client.find(StorageClass, { name })) !== undefined) return;
  await client.create(StorageClass, {
    metadata: {
      name,
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: 'volumes.opgen.dev',
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
  });
}
