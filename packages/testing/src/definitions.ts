/** What kube-apiserver has against definitions and the conditions of webhooks, for those who write them. */
import { problemsOfCondition } from './api-server/admission/match-conditions.ts';
import {
  type CustomResourceDefinition,
  defaultCustomResourceDefinition,
} from './api-server/schema/custom-resource-definition.ts';
import type { FieldError } from './api-server/schema/field-error.ts';
import { validateCustomResourceDefinition } from './api-server/schema/validate-custom-resource-definition.ts';

export { wrongInPattern } from './cel/re2/wrong-in-pattern.ts';
export { type CustomResourceDefinition, type FieldError, problemsOfCondition };

/** Everything that the API server would say when the definition is created. */
export function refusalsOf(definition: CustomResourceDefinition): FieldError[] {
  return validateCustomResourceDefinition(defaultCustomResourceDefinition(definition));
}
