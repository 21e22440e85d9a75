/** What kube-apiserver has against a CustomResourceDefinition, for those who write them. */
import {
  type CustomResourceDefinition,
  defaultCustomResourceDefinition,
} from './api-server/schema/custom-resource-definition.ts';
import { type FieldError, fieldErrorBody } from './api-server/schema/field-error.ts';
import { validateCustomResourceDefinition } from './api-server/schema/validate-custom-resource-definition.ts';
import { parsePattern } from './cel/re2/parse-pattern.ts';
import { PatternError } from './cel/re2/pattern.ts';

export { type CustomResourceDefinition, type FieldError, fieldErrorBody };

/** Everything that the API server would say when the definition is created. */
export function refusalsOf(definition: CustomResourceDefinition): FieldError[] {
  return validateCustomResourceDefinition(defaultCustomResourceDefinition(definition));
}

/** What speaks against a regular expression, in the words of RE2; nothing if it compiles. */
export function wrongInPattern(pattern: string): string | undefined {
  try {
    parsePattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}
