import type { UserInfo } from '../kinds/authentication/v1.ts';
import type { Logger } from '../logging/logger.ts';
import type { AdmissionObject, AdmissionOperation, AdmissionRequest } from './admission-review.ts';

/** The admission request that a webhook handles. */
export interface AdmissionContext<T extends AdmissionObject> {
  /** Adds the webhook, the object and the request's uid to every line. */
  readonly log: Logger;
  readonly operation: AdmissionOperation;
  /** The user who sent the request to the API server. */
  readonly user: UserInfo;
  /** Nothing will be stored: do not cause side effects. */
  readonly dryRun: boolean;
  /** The stored object, for updates and deletes. */
  readonly old: T | undefined;
  /** For instance `status` or `scale`; undefined if the request is for the object itself. */
  readonly subresource: string | undefined;
  /**
   * Aborted when the API server no longer waits for the response. Requests of the client are then aborted
   * automatically; pass the signal to other slow operations.
   */
  readonly signal: AbortSignal;
  /** The AdmissionRequest as received. */
  readonly request: AdmissionRequest<T>;
  /**
   * Adds a warning to the response, whether or not the request is allowed; kubectl prints it. Keep it under 120
   * characters.
   */
  warn(text: string): void;
  /**
   * Adds an annotation to the audit event of the request, whether or not the request is allowed. The API server prefixes
   * the key with the name of the webhook.
   */
  audit(key: string, value: string): void;
}
