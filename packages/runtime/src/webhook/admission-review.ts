import type { UserInfo } from '../kinds/authentication/v1.ts';
import type { ObjectMeta } from '../objects/metadata.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Status } from '../objects/status.ts';

/** The operation of an admission request. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';

interface GroupVersionKind {
  group: string;
  version: string;
  kind: string;
}

interface GroupVersionResource {
  group: string;
  version: string;
  resource: string;
}

/**
 * An object in an admission request. The options of a `CONNECT`, such as PodExecOptions, have no metadata; a Scale or an
 * Eviction has only a name and a namespace.
 */
export interface AdmissionObject {
  apiVersion: string;
  kind: string;
  metadata?: Partial<ObjectMeta>;
}

/** The AdmissionRequest of `admission.k8s.io/v1`, as received. */
export interface AdmissionRequest<T extends AdmissionObject = KubernetesObject> {
  uid: string;
  kind: GroupVersionKind;
  resource: GroupVersionResource;
  subResource?: string;
  /** The kind of the original request, if the API server converted the object for the webhook. */
  requestKind?: GroupVersionKind;
  requestResource?: GroupVersionResource;
  requestSubResource?: string;
  /** Absent if the API server has not yet generated it from `generateName`. */
  name?: string;
  namespace?: string;
  operation: AdmissionOperation;
  userInfo: UserInfo;
  /** Null for deletes; the options of the request for `CONNECT`. */
  object?: T | null;
  /** Null for creates and `CONNECT`. */
  oldObject?: T | null;
  dryRun?: boolean;
  /** The options of the original request, for instance `CreateOptions`. */
  options?: Record<string, unknown> | null;
}

export interface AdmissionResponse {
  uid: string;
  allowed: boolean;
  status?: Status;
  /** A JSON patch, encoded in Base64. */
  patch?: string;
  patchType?: 'JSONPatch';
  warnings?: string[];
  auditAnnotations?: Record<string, string>;
}

export const admissionApiVersion = 'admission.k8s.io/v1';

export interface AdmissionReview {
  apiVersion: string;
  kind: string;
  request?: AdmissionRequest<AdmissionObject> | null;
  response?: AdmissionResponse | null;
}
