import type { ObjectMeta } from '../objects/metadata.ts';
import type { Status } from '../objects/status.ts';

export const conversionApiVersion = 'apiextensions.k8s.io/v1';

/**
 * An object to convert, or a part of one: at a server-side apply the API server also converts what was applied,
 * and what is left of an object without it. Then anything may be missing, the metadata too.
 */
export interface Convertible {
  apiVersion: string;
  kind: string;
  metadata?: Partial<ObjectMeta>;
}

/** The API server asks for objects in another version. */
export interface ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  /** Objects, or whole lists of them. */
  objects: (Convertible | ConvertibleList)[];
}

export interface ConvertibleList {
  apiVersion: string;
  kind: string;
  items: Convertible[];
}

export interface ConversionResponse {
  uid: string;
  /** In the order of the request; empty when it failed. */
  convertedObjects: (Convertible | ConvertibleList)[];
  result: Status;
}
