import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionContext } from './admission-context.ts';

/**
 * Says whether an object may be created, updated or deleted: by returning that it may, by throwing `Denied`
 * that it may not. What has no method is allowed.
 *
 * An update is one of the object being deleted too, when a finalizer goes: refuse there only what must not be.
 */
export interface Validator<T extends KubernetesObject> {
  /** Asked before an object comes into being. */
  validateCreate?(object: T, context: AdmissionContext<T>): void | Promise<void>;
  /** Asked before one object takes the place of another. */
  validateUpdate?(old: T, object: T, context: AdmissionContext<T>): void | Promise<void>;
  /** Asked before an object goes, when the marker has `delete` among its verbs. */
  validateDelete?(object: T, context: AdmissionContext<T>): void | Promise<void>;
}
