import type { KubernetesObject } from '../objects/object.ts';
import type { Status } from '../objects/status.ts';

export const conversionApiVersion = 'apiextensions.k8s.io/v1';

/** The API server asks for objects in another version. */
export interface ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  /** Objects, or whole lists of them. */
  objects: (KubernetesObject | ConvertibleList)[];
}

export interface ConvertibleList {
  apiVersion: string;
  kind: string;
  items: KubernetesObject[];
}

export interface ConversionResponse {
  uid: string;
  /** In the order of the request; empty when it failed. */
  convertedObjects: (KubernetesObject | ConvertibleList)[];
  result: Status;
}
