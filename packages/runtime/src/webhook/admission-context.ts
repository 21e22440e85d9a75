import type { UserInfo } from '../kinds/authentication/v1.ts';
import type { Logger } from '../logging/logger.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionRequest, AdmissionOperation } from './admission-review.ts';

/** What is known of the request that a defaulter or a validator is asked about. */
export interface AdmissionContext<T extends KubernetesObject> {
  /** Names the webhook, the object and the request's uid on every line. */
  readonly log: Logger;
  readonly operation: AdmissionOperation;
  /** Who asks the API server. */
  readonly user: UserInfo;
  /** Nothing is going to be stored: change nothing outside of the object. */
  readonly dryRun: boolean;
  /** The object as it is stored, at an update or a deletion. */
  readonly old: T | undefined;
  /** For instance `status` or `scale`; undefined when the request is for the object itself. */
  readonly subresource: string | undefined;
  /**
   * Aborted when the API server no longer waits for the answer. Requests of the client give up then by
   * themselves; pass it to whatever else takes long.
   */
  readonly signal: AbortSignal;
  /** The whole question, as it came over the wire. */
  readonly request: AdmissionRequest<T>;
  /** Tells the user something, whether the object is allowed or not; kubectl shows it. Keep it under 120 characters. */
  warn(text: string): void;
}
