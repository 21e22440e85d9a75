import type { Int64, Time } from './scalars.ts';

/** An object on which another depends: it goes once all its owners are gone. One at most is its controller. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** Who wrote which fields, and how: what the API server keeps for server-side apply. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: 'Apply' | 'Update';
  apiVersion?: string;
  time?: Time;
  fieldsType?: 'FieldsV1';
  fieldsV1?: Record<string, unknown>;
  subresource?: string;
}

/** The metadata of an object that the API server has stored: what it always fills is not optional. */
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

/** The metadata of an object that is not stored by itself, such as a Pod template's. */
export type TemplateMeta = Partial<ObjectMeta>;
