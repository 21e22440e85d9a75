import type { ObjectMeta } from '../objects/metadata.ts';
import type { Status } from '../objects/status.ts';

export const conversionApiVersion = 'apiextensions.k8s.io/v1';

/**
 * An object to convert, or a part of one: for server-side apply, the API server also converts the applied
 * configuration, and objects without the fields of a manager. Any field may then be missing, including the metadata.
 */
export interface Convertible {
  apiVersion: string;
  kind: string;
  metadata?: Partial<ObjectMeta>;
}

/** A request to convert objects to another version. */
export interface ConversionRequest {
  uid: string;
  desiredAPIVersion: string;
  /** Objects or whole lists. */
  objects: (Convertible | ConvertibleList)[];
}

export interface ConvertibleList {
  apiVersion: string;
  kind: string;
  items: Convertible[];
}

export interface ConversionResponse {
  uid: string;
  /** In the order of the request; empty on failure. */
  convertedObjects: (Convertible | ConvertibleList)[];
  result: Status;
}
