import type { FieldError } from '@opgen/testing/definitions';
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

/** They are many, so only those load them who have a definition to judge. */
export async function loadServerRules(isNeeded: boolean): Promise<ServerRules> {
  return isNeeded ? import('@opgen/testing/definitions') : noRules;
}
