import { goQuote } from '@opgen/rules/go-text';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { CallFailure } from './failures.ts';

/** What a webhook has decided. */
export interface Verdict {
  readonly allowed: boolean;
  /** The Status that comes with a denial. */
  readonly status: JsonObject | undefined;
  /** JSON as text: the operations of a JSON patch. */
  readonly patch: string | undefined;
  readonly warnings: readonly string[];
}

const reviewType = 'admission.k8s.io/v1, Kind=AdmissionReview';

interface Expectation {
  readonly uid: string;
  readonly isMutating: boolean;
  /** The first version of the protocol was not checked. */
  readonly isStrict: boolean;
}

/** Reads the AdmissionReview that a webhook has answered, and refuses what is none. */
export function readResponse(answer: JsonObject, { uid, isMutating, isStrict }: Expectation): Verdict {
  const { response } = answer;
  if (!isObject(response)) throw new CallFailure('webhook response was absent');
  const { patch, patchType } = response;
  if (isStrict) {
    if (response['uid'] !== uid) {
      throw new CallFailure(
        `expected response.uid=${goQuote(uid)}, got ${goQuote(String(response['uid'] ?? ''))}`,
      );
    }
    requireType(answer);
    requirePatch(patch, patchType, isMutating);
  }
  return {
    allowed: response['allowed'] === true,
    status: isObject(response['status']) ? response['status'] : undefined,
    patch: typeof patch === 'string' && patch !== '' ? Buffer.from(patch, 'base64').toString() : undefined,
    warnings: Array.isArray(response['warnings']) ? response['warnings'].map(String) : [],
  };
}

function requireType({ apiVersion, kind }: JsonObject): void {
  const type = `${String(apiVersion ?? '')}, Kind=${String(kind ?? '')}`;
  if (type !== reviewType) throw new CallFailure(`expected webhook response of ${reviewType}, got ${type}`);
}

function requirePatch(patch: unknown, patchType: unknown, isMutating: boolean): void {
  const isPatched = typeof patch === 'string' && patch !== '';
  if (!isMutating) {
    if (isPatched) throw new CallFailure('validating webhook may not return response.patch');
    if (patchType !== undefined && patchType !== null) {
      throw new CallFailure('validating webhook may not return response.patchType');
    }
    return;
  }
  const isTyped = patchType !== undefined && patchType !== null;
  if (isPatched && !isTyped)
    throw new CallFailure('webhook returned response.patch but not response.patchType');
  if (!isPatched && isTyped)
    throw new CallFailure('webhook returned response.patchType but not response.patch');
  if (patchType === '') throw new CallFailure('webhook returned invalid response.patchType of ""');
}
