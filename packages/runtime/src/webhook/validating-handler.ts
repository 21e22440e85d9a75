import type { AdmissionContext } from './admission-context.ts';
import type { AdmissionObject, AdmissionRequest } from './admission-review.ts';

/**
 * Handles the requests of a validating webhook as they are: for several kinds, for subresources such as `scale` or
 * `pods/exec`, and for kinds without a TypeScript type. For one kind of your own, `Validator` is simpler.
 */
export interface ValidatingHandler<T extends AdmissionObject = AdmissionObject> {
  /**
   * Returning allows the request, throwing `Denied` denies it. The rules of the webhook configuration decide which
   * requests arrive, and therefore which type `T` the objects have.
   */
  handle(request: AdmissionRequest<T>, context: AdmissionContext<T>): void | Promise<void>;
}
