import type { KubernetesObject } from '../objects/object.ts';
import type { AdmissionContext } from './admission-context.ts';
import type { AdmissionResult } from './admission.ts';
import type { Validator } from './validator.ts';

/** Calls the validator's method for the operation, if it has one. */
export async function callValidator<T extends KubernetesObject>(
  validator: Validator<T>,
  object: T,
  context: AdmissionContext<T>,
): Promise<AdmissionResult> {
  const { old = object } = context;
  switch (context.operation) {
    case 'CREATE':
      await validator.validateCreate?.(object, context);
      break;
    case 'UPDATE':
      await validator.validateUpdate?.(old, object, context);
      break;
    case 'DELETE':
      await validator.validateDelete?.(object, context);
      break;
    case 'CONNECT':
      break;
  }
  return {};
}
