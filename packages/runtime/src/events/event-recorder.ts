import type { KubernetesObject } from '../objects/object.ts';

/** What else an event may say. */
export interface EventOptions {
  /** What was done or tried, as a verb in UpperCamelCase: `Scale`. Default: `Reconcile`. */
  action?: string;
  /** Another object that it is about. */
  related?: KubernetesObject;
}

/**
 * Tells people what happened to an object, where `kubectl describe` shows it.
 *
 * Returns at once and never throws: an event is news, not state, and one that cannot be sent is dropped. What
 * happens again within six minutes is counted, not repeated, and what happens too often is left out. The API
 * server forgets events after an hour: what has to last belongs into the status.
 */
export interface EventRecorder {
  /** `reason`: why, as one word in UpperCamelCase, for machines. `note`: for people, at most 1024 bytes. */
  normal(object: KubernetesObject, reason: string, note: string, options?: EventOptions): void;
  /** As `normal`, of something that somebody may have to look at. */
  warning(object: KubernetesObject, reason: string, note: string, options?: EventOptions): void;
}
