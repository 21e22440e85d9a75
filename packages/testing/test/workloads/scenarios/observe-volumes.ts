import type { LiveClient } from '@opgen/runtime';
import { PersistentVolume, PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';

/** The claims of a namespace, and the volumes of the class that has the namespace's name. */
export async function observeVolumes(client: LiveClient, namespace: string): Promise<object> {
  const [claims, volumes] = await Promise.all([
    client.list(PersistentVolumeClaim, { namespace }),
    client.list(PersistentVolume),
  ]);
  return {
    claims: claims.items.map(({ metadata, spec, status }) => ({
      name: metadata.name,
      annotations: metadata.annotations ?? {},
      finalizers: metadata.finalizers,
      volume: spec.volumeName,
      status,
    })),
    volumes: volumes.items
      .filter(({ spec }) => spec.storageClassName === namespace)
      .map(({ metadata, spec, status }) => ({
        name: metadata.name,
        annotations: metadata.annotations ?? {},
        finalizers: metadata.finalizers,
        claim: spec.claimRef && {
          ...spec.claimRef,
          uid: spec.claimRef.uid !== undefined,
          resourceVersion: '',
        },
        status: { ...status, lastPhaseTransitionTime: '' },
      })),
  };
}
