import type { Minor } from '../builtin/minors.ts';
import { checkSchemaRules, checkSchemaRuleTexts } from '../cel/rules/check-schema-rules.ts';
import type { FieldFailure } from '../cel/rules/field-failure.ts';
import { type RuleOutcome, RuleValidator } from '../cel/rules/rule-validator.ts';
import { type FieldError, fieldErrorText, invalid } from '../field-errors.ts';
import { GoStruct } from '../go-text.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';

/** Errors in the CEL rules of a definition's schema. Expressions are compiled only if the schema is structural. */
export function ruleErrors(
  schema: JSONSchemaProps,
  path: string,
  { isStructural, minor }: { isStructural: boolean; minor: Minor },
): FieldError[] {
  const failures = isStructural ? checkSchemaRules(schema, path, minor) : checkSchemaRuleTexts(schema, path);
  return failures.map(asFieldError);
}

export interface RuleFindings {
  readonly errors: readonly FieldError[];
  /** Failures of parts that were already invalid before the update and have not changed. */
  readonly warnings: readonly string[];
}

/** After these errors a value does not match its schema, so rules cannot read it. */
const blocking: ReadonlySet<FieldError['type']> = new Set([
  'NotSupported',
  'Required',
  'TooLong',
  'TooMany',
  'TypeInvalid',
]);

/** Evaluates the rules on an object, unless its validation errors prevent that. */
export function evaluateRules(
  rules: RuleValidator,
  object: unknown,
  old: unknown,
  errors: readonly FieldError[],
): RuleFindings {
  if (!rules.hasRules) return { errors: [], warnings: [] };
  if (errors.some(({ type }) => blocking.has(type))) {
    const detail =
      'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
    return { errors: [invalid('', null, detail)], warnings: [] };
  }
  const { failures, tolerated }: RuleOutcome = rules.validate(object, old);
  return {
    errors: failures.map(asFieldError),
    warnings: tolerated.map((failure) => fieldErrorText(asFieldError(failure))),
  };
}

/** Errors of a default, evaluated as an update that changes nothing, and as a creation. */
export function defaultRuleErrors(schema: JSONSchemaProps, path: string): FieldError[] {
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  const rules = new RuleValidator(schema, isResource);
  const { failures, tolerated } = rules.validate(schema.default, schema.default, path);
  const unchanged = [...failures, ...tolerated];
  const found = unchanged.length > 0 ? unchanged : rules.validate(schema.default, undefined, path).failures;
  return found.map(asFieldError);
}

function asFieldError({ type, field, detail, problems, ...rest }: FieldFailure): FieldError {
  const value = 'value' in rest ? { value: printable(rest.value) } : {};
  const places = problems === undefined ? {} : { problems };
  return { type, field: field === '' ? '<nil>' : field, ...value, detail, ...places };
}

/** The API server prints a whole rule as a Go struct. */
function printable(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? new GoStruct({ ...value }) : value;
}
