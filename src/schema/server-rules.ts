import type { FieldError } from '@opgen/rules/field-errors';
import type { CustomResourceDefinition } from '@opgen/rules/definitions';

/** The API server's validation of CustomResourceDefinitions, from `@opgen/rules`. */
export interface ServerRules {
  /** Every error with which the API server would reject a definition. */
  refusalsOf(definition: CustomResourceDefinition): readonly FieldError[];
  /** The error of a regular expression; undefined if it compiles. */
  wrongInPattern(pattern: string): string | undefined;
}

/** For a project without definitions to check. */
const noRules: ServerRules = { refusalsOf: () => [], wrongInPattern: () => undefined };

/** The rules are large, so they are loaded only if there is a definition to check. */
export async function loadServerRules(isNeeded: boolean): Promise<ServerRules> {
  if (!isNeeded) return noRules;
  const { definitionErrors } = await import('@opgen/rules/definitions');
  const { patternProblem } = await import('@opgen/rules/re2');
  return { refusalsOf: definitionErrors, wrongInPattern: patternProblem };
}
