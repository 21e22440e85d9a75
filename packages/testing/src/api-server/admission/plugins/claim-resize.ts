import { compareQuantities } from '@opgen/rules/quantity';
import type { PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import type { StorageClass } from '@opgen/runtime/kinds/storage/v1';
import { classNameOf } from '../../../storage-classes.ts';
import { isWriteOf } from '../attributes.ts';
import { forbidden } from '../forbidden.ts';
import type { ValidatingPlugin } from '../plugin.ts';

/** A claim can only grow if it is bound and its StorageClass allows it. */
export const requireResizable: ValidatingPlugin = ({ store }, attributes) => {
  const { object, oldObject } = attributes;
  if (!object || !oldObject || !isWriteOf(attributes, '/persistentvolumeclaims')) return;
  const claim = object as unknown as PersistentVolumeClaim;
  const old = oldObject as unknown as PersistentVolumeClaim;
  if (compareQuantities(sizeOf(claim), sizeOf(old)) <= 0) return;
  if (old.status?.phase !== 'Bound')
    throw forbidden(attributes, 'Only bound persistent volume claims can be expanded');
  const name = classNameOf(claim) ?? '';
  const storageClass = store.find('storage.k8s.io/storageclasses', undefined, name) as unknown as
    StorageClass | undefined;
  if (name !== classNameOf(old) || storageClass?.allowVolumeExpansion !== true) {
    const cause =
      'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
    throw forbidden(attributes, cause);
  }
};

function sizeOf({ spec }: PersistentVolumeClaim): string | number {
  return spec.resources?.requests?.['storage'] ?? 0;
}
