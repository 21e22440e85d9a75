import type { JsonPatchOperation } from '../client/patch.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionContext } from './admission-context.ts';
import type { AdmissionResult } from './admission.ts';
import type { Defaulter } from './defaulter.ts';
import { jsonDiff } from './json-diff.ts';

/** Lets the defaulter change a copy, and answers with what it changed. There is nothing to fill in at a deletion. */
export async function callDefaulter<T extends KubernetesObject>(
  defaulter: Defaulter<T>,
  object: T,
  context: AdmissionContext<T>,
): Promise<AdmissionResult> {
  if (context.operation !== 'CREATE' && context.operation !== 'UPDATE') return {};
  const defaulted = structuredClone(object);
  await defaulter.default(defaulted, context);
  const patch: readonly JsonPatchOperation[] = jsonDiff(object, asJson(defaulted));
  return { patch };
}

/** A Date, an undefined field: whatever was set is sent as JSON has it. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
