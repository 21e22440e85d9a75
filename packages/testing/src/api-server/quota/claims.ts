import { deepEqual } from '@opgen/rules/json';
import { Quantity } from '@opgen/rules/quantity';
import type { PersistentVolumeClaim } from '@opgen/runtime/kinds/core/v1';
import { quantities } from '../../amounts/resources.ts';
import { classNameOf } from '../../storage-classes.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { type Evaluator, matchesNames } from './evaluator.ts';
import { one } from './object-count.ts';

const count = 'persistentvolumeclaims';
const storage = 'requests.storage';
const ofClass = '.storageclass.storage.k8s.io/';
const wholeByte = one.billionths;

/** Claims use storage, in total and of their StorageClass. */
export const claimEvaluator: Evaluator = {
  isAbout: (name) =>
    [`count/${count}`, count, storage].includes(name) ||
    name.endsWith(`${ofClass}${count}`) ||
    name.endsWith(`${ofClass}${storage}`),
  usageOf(object) {
    const claim = object as unknown as PersistentVolumeClaim;
    const className = classNameOf(claim) ?? '';
    const size = sizeOf(claim);
    return new Map([
      [`count/${count}`, one],
      [count, one],
      ...(size === undefined ? [] : [[storage, size] as const]),
      ...(className === '' ? [] : [[`${className}${ofClass}${count}`, one] as const]),
      ...(className === '' || size === undefined
        ? []
        : [[`${className}${ofClass}${storage}`, size] as const]),
    ]);
  },
  isInScope: (scope, object) =>
    scope.scopeName === 'VolumeAttributesClass' && matchesNames(scope, attributesClasses(object)),
  isCharged: ({ subresource, object, oldObject }) =>
    subresource === undefined || (subresource === 'status' && changesUsage(object, oldObject)),
};

/** The requested storage in whole bytes, or what is already allocated if that is more. */
function sizeOf({ spec, status }: PersistentVolumeClaim): Quantity | undefined {
  const request = quantities(spec.resources?.requests).get('storage');
  const allocated = quantities(status?.allocatedResources).get('storage');
  const size = request && allocated && allocated.compare(request) > 0 ? allocated : request;
  if (size === undefined || size.billionths % wholeByte === 0n) return size;
  return new Quantity((size.billionths / wholeByte + 1n) * wholeByte, size.format);
}

function attributesClasses(object: StoredObject): string[] {
  const { spec, status } = object as unknown as PersistentVolumeClaim;
  return [
    spec.volumeAttributesClassName,
    status?.currentVolumeAttributesClassName,
    status?.modifyVolumeStatus?.targetVolumeAttributesClassName,
  ].flatMap((name) => name || []);
}

function changesUsage(object: StoredObject | undefined, old: StoredObject | undefined): boolean {
  return object !== undefined && old !== undefined && !deepEqual(countedStatus(object), countedStatus(old));
}

function countedStatus(object: StoredObject): unknown {
  const { status } = object as unknown as PersistentVolumeClaim;
  return [status?.allocatedResources, attributesClasses(object)];
}
