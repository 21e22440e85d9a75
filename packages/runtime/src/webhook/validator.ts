import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionContext } from './admission-context.ts';

/**
 * Validates creates, updates and deletes. Returning allows the request, throwing `Denied` denies it. Operations
 * without a method are allowed.
 *
 * Removing a finalizer from an object that is being deleted is an update too: a denial there blocks the deletion.
 */
export interface Validator<T extends KubernetesObject> {
  /** Called before an object is created. */
  validateCreate?(object: T, context: AdmissionContext<T>): void | Promise<void>;
  /** Called before an object is updated. */
  validateUpdate?(old: T, object: T, context: AdmissionContext<T>): void | Promise<void>;
  /** Called before an object is deleted, if the webhook marker lists the verb `delete`. */
  validateDelete?(object: T, context: AdmissionContext<T>): void | Promise<void>;
}
