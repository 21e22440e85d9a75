import { goQuote } from '@opgen/rules/go-text';
import { isObject, type JsonObject } from '@opgen/rules/json';
import { CallFailure } from './failures.ts';

/** The decision of a webhook. */
export interface Verdict {
  readonly allowed: boolean;
  /** The Status of a denial. */
  readonly status: JsonObject | undefined;
  /** The operations of a JSON patch, as JSON text. */
  readonly patch: string | undefined;
  readonly warnings: readonly string[];
  readonly auditAnnotations: JsonObject;
}

const reviewType = 'admission.k8s.io/v1, Kind=AdmissionReview';

interface Expectation {
  readonly uid: string;
  readonly isMutating: boolean;
  /** The server does not check the fields of v1beta1 responses. */
  readonly isStrict: boolean;
}

/** Parses the AdmissionReview that a webhook returned, and rejects anything else. */
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
    auditAnnotations: isObject(response['auditAnnotations']) ? response['auditAnnotations'] : {},
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
