/** What the server stores: JSON with metadata. Immutable once stored. */
export interface StoredObject {
  [field: string]: unknown;
  apiVersion: string;
  kind: string;
  metadata: StoredMetadata;
}

export interface StoredMetadata {
  [field: string]: unknown;
  name: string;
  namespace?: string;
  generateName?: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
  generation?: number;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: StoredOwner[];
}

export interface StoredOwner {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** Whether an object matches a selector. */
export type Matches = (object: StoredObject) => boolean;
