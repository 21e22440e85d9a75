import type { JsonPatchOperation } from '../client/patch.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Unvalidated } from '../objects/unvalidated.ts';
import type { AdmissionContext } from './admission-context.ts';
import type { AdmissionResult } from './admission.ts';
import type { Defaulter } from './defaulter.ts';
import { jsonDiff } from './json-diff.ts';

/** Calls the defaulter with a copy and returns its changes as a patch. Deletes have nothing to default. */
export async function callDefaulter<T extends KubernetesObject>(
  defaulter: Defaulter<T>,
  object: T,
  context: AdmissionContext<T>,
): Promise<AdmissionResult> {
  if (context.operation !== 'CREATE' && context.operation !== 'UPDATE') return {};
  const defaulted = structuredClone(object);
  await defaulter.default(defaulted as Unvalidated<T>, context);
  const patch: readonly JsonPatchOperation[] = jsonDiff(object, asJson(defaulted));
  return { patch };
}

/** Normalizes values such as Dates and undefined fields to the JSON that is sent. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
