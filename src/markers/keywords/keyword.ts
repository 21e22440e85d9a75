import type { Json } from '@opgen/rules/json';
import type { JSONSchemaProps } from '@opgen/rules/schema';
import type { DiagnosticDefinition } from '../../diagnostics.ts';
import type { Change } from '../../kubernetes/change.ts';

export type KeywordName = keyof JSONSchemaProps;

/**
 * Everything opgen knows about one keyword of a schema, whichever marker, type or CRD set it.
 *
 * A marker that sets a keyword refers to it. Applying markers, checking schemas, `crd diff` and `import` go through
 * the keywords of all markers, so none of them lists keywords of its own.
 */
export interface SchemaKeyword {
  name: KeywordName;
  /**
   * What applies when a type and a field of that type both set the keyword. `field`: the value of the field. `both`:
   * both values, in `allOf` when they differ. `concatenate`: the values of both lists, those of the field first.
   */
  combine?: 'field' | 'both' | 'concatenate';
  /** A boolean keyword that makes this one stricter and combines with it: `exclusiveMinimum` for `minimum`. */
  modifier?: KeywordName | undefined;
  /** The keyword holds user data, so `false` is a value and does not switch it off. */
  holdsData?: true;
  /** What a change of the keyword means for clients and stored objects. */
  compare?(before: JSONSchemaProps, after: JSONSchemaProps, path: string): Change[];
  /** What the API server rejects or ignores, or no value satisfies. Called for schemas that have the keyword. */
  check?(schema: JSONSchemaProps, context: CheckContext): KeywordProblem[];
}

export interface CheckContext {
  /** The name of the field or type that the schema belongs to. */
  subject: string;
  /** A marker of this field or type set the keyword. */
  isMarked: boolean;
  /** Why a value does not match a schema. */
  validate(value: Json, schema: JSONSchemaProps): readonly string[];
  /** Why the API server cannot compile a regular expression. */
  patternError(pattern: string): string | undefined;
}

export interface KeywordProblem {
  diagnostic: DiagnosticDefinition;
  message: string;
  hint?: string | undefined;
  /** The keyword whose marker caused the problem, when it is another one. */
  keyword?: KeywordName | undefined;
}
