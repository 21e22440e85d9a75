import type { UserInfo } from '../kinds/authentication/v1.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Status } from '../objects/status.ts';

/** What is done to the object that a webhook is asked about. */
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

/** The question of the API server, as it came over the wire: `admission.k8s.io/v1`. */
export interface AdmissionRequest<T extends KubernetesObject = KubernetesObject> {
  uid: string;
  kind: GroupVersionKind;
  resource: GroupVersionResource;
  subResource?: string;
  /** What the client asked for, where the server converted the object before it asked. */
  requestKind?: GroupVersionKind;
  requestResource?: GroupVersionResource;
  requestSubResource?: string;
  /** Missing while the server has yet to make one up from `generateName`. */
  name?: string;
  namespace?: string;
  operation: AdmissionOperation;
  userInfo: UserInfo;
  /** Null at a deletion. */
  object?: T | null;
  /** Null at a creation. */
  oldObject?: T | null;
  dryRun?: boolean;
  /** What the client asked along with it, `CreateOptions` for instance. */
  options?: Record<string, unknown> | null;
}

export interface AdmissionResponse {
  uid: string;
  allowed: boolean;
  status?: Status;
  /** A JSON patch, in Base64. */
  patch?: string;
  patchType?: 'JSONPatch';
  warnings?: string[];
  auditAnnotations?: Record<string, string>;
}

export const admissionApiVersion = 'admission.k8s.io/v1';

export interface AdmissionReview {
  apiVersion: string;
  kind: string;
  request?: AdmissionRequest | null;
  response?: AdmissionResponse | null;
}
