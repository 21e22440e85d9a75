import type { FieldError } from '../field-errors.ts';
import {
  type CustomResourceDefinition,
  defaultCustomResourceDefinition,
} from './custom-resource-definition.ts';
import { validateCustomResourceDefinition } from './validate-custom-resource-definition.ts';

/** Every error with which the API server would reject the creation of a definition. */
export function definitionErrors(definition: CustomResourceDefinition): FieldError[] {
  return validateCustomResourceDefinition(defaultCustomResourceDefinition(definition));
}
