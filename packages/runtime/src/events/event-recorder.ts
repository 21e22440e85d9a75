import type { KubernetesObject } from '../objects/object.ts';

/** Optional fields of an event. */
export interface EventOptions {
  /** The action taken or attempted, as a verb in UpperCamelCase: `Scale`. Default: `Reconcile`. */
  action?: string | undefined;
  /** A second object that the event concerns. */
  related?: KubernetesObject | undefined;
}

/**
 * Publishes events about an object, which `kubectl describe` shows.
 *
 * Events are best effort: the methods return at once and never throw, and an event that cannot be sent is dropped.
 * An event that repeats within six minutes is counted in a series, and events above a rate limit are dropped. The API
 * server deletes events after an hour, so put what must last into the status.
 */
export interface EventRecorder {
  /** `reason`: one word in UpperCamelCase, for machines. `note`: for people, truncated to 1024 bytes. */
  normal(object: KubernetesObject, reason: string, note: string, options?: EventOptions): void;
  /** Like `normal`, for something that may need attention. */
  warning(object: KubernetesObject, reason: string, note: string, options?: EventOptions): void;
}
