import type { KubernetesObject } from '../objects/object.ts';
import type { Unvalidated } from '../objects/unvalidated.ts';
import type { AdmissionContext } from './admission-context.ts';

/** Sets defaults in objects before they are validated and stored. */
export interface Defaulter<T extends KubernetesObject> {
  /**
   * Changes the object in place. Called for creates and updates, possibly several times per request, so do not
   * overwrite fields that are set. Required fields may be missing: the API server validates the object later. For creates, the object has no resource version yet, and no name if it uses
   * `generateName`. Throwing `Denied` denies the request.
   */
  default(object: Unvalidated<T>, context: AdmissionContext<T>): void | Promise<void>;
}
