import type { FieldError } from '../field-errors.ts';
import {
  type CustomResourceDefinition,
  defaultCustomResourceDefinition,
} from './custom-resource-definition.ts';
import type { Unvalidated } from './unvalidated.ts';
import { validateCustomResourceDefinition } from './validate-custom-resource-definition.ts';

/** Every error with which the API server would reject the creation of a definition. */
export function definitionErrors(definition: Unvalidated<CustomResourceDefinition>): FieldError[] {
  return validateCustomResourceDefinition(defaultCustomResourceDefinition(definition));
}
