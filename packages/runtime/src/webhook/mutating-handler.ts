import type { JsonPatchOperation } from '../client/patch.ts';
import type { AdmissionContext } from './admission-context.ts';
import type { AdmissionObject, AdmissionRequest } from './admission-review.ts';

/**
 * Handles the requests of a mutating webhook as they are: for several kinds, for subresources such as `status`, and for
 * kinds without a TypeScript type. For one kind of your own, `Defaulter` is simpler.
 */
export interface MutatingHandler<T extends AdmissionObject = AdmissionObject> {
  /**
   * Returns a JSON patch of the object, which is empty if nothing changes. Throwing `Denied` denies the request. May be
   * called several times per request, so the patch must be idempotent.
   */
  handle(
    request: AdmissionRequest<T>,
    context: AdmissionContext<T>,
  ): readonly JsonPatchOperation[] | Promise<readonly JsonPatchOperation[]>;
}
