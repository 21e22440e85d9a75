import type { PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import type { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { classNameOf, defaultClassOf } from '../../../storage-classes.ts';
import { isWriteOf } from '../attributes.ts';
import type { MutatingPlugin } from '../plugin.ts';

/** New claims that name no StorageClass get the default one. */
export const setDefaultStorageClass: MutatingPlugin = ({ store }, attributes) => {
  const { object, operation } = attributes;
  if (object === undefined || operation !== 'CREATE' || !isWriteOf(attributes, '/persistentvolumeclaims'))
    return object;
  const claim = object as unknown as PersistentVolumeClaim;
  if (classNameOf(claim) !== undefined) return object;
  const classes = store.list('storage.k8s.io/storageclasses') as unknown as StorageClass[];
  const storageClassName = defaultClassOf(classes)?.metadata.name;
  return storageClassName === undefined ? object : { ...object, spec: { ...claim.spec, storageClassName } };
};
