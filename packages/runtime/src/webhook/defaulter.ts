import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionContext } from './admission-context.ts';

/** Fills in what the author of an object left open, before it is checked and stored. */
export interface Defaulter<T extends KubernetesObject> {
  /**
   * Changes the object in place. Called at creations and updates; it may be called several times for one
   * request, so it leaves alone what is set. At a creation the object has no resource version yet, and no name
   * if it asks for a generated one. Throwing `Denied` refuses the request.
   */
  default(object: T, context: AdmissionContext<T>): void | Promise<void>;
}
