import type { Int64, Time } from './scalars.ts';

/**
 * An owner of the object, which is garbage-collected once all its owners are gone. At most one owner is the
 * controller.
 */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** Which fields a field manager wrote, and how. The API server needs this for server-side apply. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: 'Apply' | 'Update';
  apiVersion?: string;
  time?: Time;
  fieldsType?: 'FieldsV1';
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** The metadata of a stored object. Fields that the API server always sets are not optional. */
export interface ObjectMeta {
  name: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: Time;
  namespace?: string;
  generateName?: string;
  generation?: Int64;
  deletionTimestamp?: Time;
  deletionGracePeriodSeconds?: Int64;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
  selfLink?: string;
}

/** The metadata of an object that is not stored on its own, such as a Pod template. */
export type TemplateMeta = Partial<ObjectMeta>;
