import type { LiveClient } from '@opgen/runtime';
import { StorageClass } from '@opgen/runtime/kinds/storage/v1';

/** Creates the class of claims that name none, as local clusters have it. */
export async function createDefaultStorageClass(client: LiveClient): Promise<void> {
  await client.create(StorageClass, {
    metadata: {
      name: 'standard',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: 'volumes.opgen.dev',
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: true,
  });
}
