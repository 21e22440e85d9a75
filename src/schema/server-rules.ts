import type { FieldError } from '@opgen/rules/field-errors';
import type { CustomResourceDefinition } from '../kubernetes/custom-resource-definition.ts';

/** The API server's own rules for definitions, as the embedded one has them. */
export interface ServerRules {
  /** Everything that it has against a definition. */
  refusalsOf(definition: CustomResourceDefinition): readonly FieldError[];
  /** What speaks against a regular expression; nothing if it compiles. */
  wrongInPattern(pattern: string): string | undefined;
}

/** Stands in for them where there is nothing to judge. */
const noRules: ServerRules = { refusalsOf: () => [], wrongInPattern: () => undefined };

/** Loads the rules only if there is a definition to check: they are large. */
export async function loadServerRules(isNeeded: boolean): Promise<ServerRules> {
  if (!isNeeded) return noRules;
  const { definitionErrors } = await import('@opgen/rules/definitions');
  const { patternProblem } = await import('@opgen/rules/re2');
  return { refusalsOf: definitionErrors, wrongInPattern: patternProblem };
}
