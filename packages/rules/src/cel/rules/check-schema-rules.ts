import { largestRequest, schemaType, type SchemaType } from '../schema/schema-type.ts';
import type { JSONSchemaProps, ValidationRule } from '../../schema/json-schema-props.ts';
import { valueSchema } from '../../schema/read-schema.ts';
import { type Minor, newestMinor } from '../../builtin/minors.ts';
import { capped } from '../cost/range.ts';
import type { Functions } from '../functions/overload.ts';
import { functionsForNewExpressions } from '../libraries/kubernetes.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import type { CompileFailure } from './compile.ts';
import { type FieldFailure, child } from './field-failure.ts';
import { invalid } from './rule-failures.ts';
import { readFieldPath } from './field-path.ts';
import { exceeded, largestRuleCost, largestSchemaCost } from './limits.ts';

/** Errors in the CEL rules of a schema, as an API server reports them when the definition is created. */
export function checkSchemaRules(
  schema: JSONSchemaProps,
  path: string,
  minor: Minor = newestMinor,
): FieldFailure[] {
  if (!hasRules(schema)) return [];
  const root = { schema, path, isResource: true };
  const check = new SchemaRules(functionsForNewExpressions(minor));
  const expressions = check.expressionFailures(root, 1n, undefined);
  return [...textFailures(root), ...expressions, ...check.totalFailures(path)];
}

/** Errors in the other fields of the rules. The API server reports them even if the schema is not structural. */
export function checkSchemaRuleTexts(schema: JSONSchemaProps, path: string): FieldFailure[] {
  return textFailures({ schema, path, isResource: true });
}

/** Most schemas have no rules, and then the types of their parts are not computed. */
function hasRules(schema: JSONSchemaProps): boolean {
  if ((schema['x-kubernetes-validations'] ?? []).length > 0) return true;
  const values = valueSchema(schema);
  return (
    (values !== undefined && hasRules(values)) ||
    (schema.items !== undefined && hasRules(schema.items)) ||
    Object.values(schema.properties ?? {}).some(hasRules)
  );
}

/** A node of the schema. */
interface Place {
  readonly schema: JSONSchemaProps;
  readonly path: string;
  readonly isResource: boolean;
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

class SchemaRules {
  readonly #functions: Functions;
  #total = 0n;
  readonly #costliest: { readonly path: string; readonly cost: bigint }[] = [];

  constructor(functions: Functions) {
    this.#functions = functions;
  }

  /**
   * Checks the expressions of a node and of its parts. `cardinality` is the largest number of values of the node,
   * undefined if unbounded. `uncorrelatable` is the path of the parent list whose elements cannot be matched with old
   * ones.
   */
  expressionFailures(
    place: Place,
    cardinality: bigint | undefined,
    uncorrelatable: string | undefined,
  ): FieldFailure[] {
    const { schema, path } = place;
    const failures = partsOf(place).flatMap((inside) =>
      this.expressionFailures(
        inside,
        cardinalityWithin(schema, cardinality),
        uncorrelatableWithin(inside, schema, path) ?? uncorrelatable,
      ),
    );
    const rules = schema['x-kubernetes-validations'] ?? [];
    if (rules.length === 0 || textFailures(place).length > 0) return failures;
    const type = schemaType(schema, place.isResource);
    if (type === undefined) return [...failures, withoutType(path)];
    const own = rules.flatMap((rule, index) =>
      this.#failuresOf(compileRule(rule, type, this.#functions), ruleAt(path, index), {
        type,
        cardinality,
        uncorrelatable,
      }),
    );
    return [...failures, ...own];
  }

  /** Errors if the total cost of all rules exceeds the limit. */
  totalFailures(path: string): FieldFailure[] {
    if (this.#total <= largestSchemaCost) return [];
    const detail =
      'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema';
    const costliest = this.#costliest.toSorted((a, b) => Number(b.cost - a.cost)).slice(0, 4);
    const whole = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    return [
      ...costliest.map((rule) => forbidden(rule.path, detail)),
      forbidden(path, exceeded(whole, this.#total, largestSchemaCost)),
    ];
  }

  #failuresOf(
    { rule, program, failure, message, messageFailure, usesOldSelf }: CompiledRule,
    path: string,
    { type, cardinality, uncorrelatable }: Bounds,
  ): FieldFailure[] {
    const failures: FieldFailure[] = [];
    const rulePath = child(path, 'rule');
    const messagePath = child(path, 'messageExpression');
    failures.push(
      ...this.#costFailures(
        rulePath,
        'estimated rule cost',
        multiplied(program?.cost ?? 0n, type, cardinality),
      ),
    );
    if (failure !== undefined) failures.push(uncompiled(rulePath, rule, failure));
    if (messageFailure !== undefined) failures.push(uncompiled(messagePath, rule, messageFailure));
    if (message !== undefined)
      failures.push(...this.#costFailures(messagePath, 'estimated messageExpression cost', message.cost));
    if (usesOldSelf && uncorrelatable !== undefined) {
      const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelatable}`;
      failures.push(invalid(rulePath, rule.rule, detail));
    }
    if (!usesOldSelf && rule.optionalOldSelf !== undefined) {
      const detail = 'may not be set if oldSelf is not used in rule';
      failures.push(invalid(child(path, 'optionalOldSelf'), rule.optionalOldSelf, detail));
    }
    return failures;
  }

  #costFailures(path: string, name: string, cost: bigint): FieldFailure[] {
    this.#total = capped(this.#total + cost);
    if (cost >= largestSchemaCost / 100n) this.#costliest.push({ path, cost });
    return cost > largestRuleCost ? [forbidden(path, exceeded(name, cost, largestRuleCost))] : [];
  }
}

interface Bounds {
  readonly type: SchemaType;
  readonly cardinality: bigint | undefined;
  readonly uncorrelatable: string | undefined;
}

/** The cost for the largest number of values that the schema allows, or that fit in a request. */
function multiplied(cost: bigint, { minSize }: SchemaType, cardinality: bigint | undefined): bigint {
  return capped(cost * (cardinality ?? BigInt(Math.floor(largestRequest / (minSize + 1)))));
}

function partsOf({ schema, path }: Place): Place[] {
  const values = valueSchema(schema);
  return [
    ...(values === undefined ? [] : [part(values, child(path, 'additionalProperties'))]),
    ...Object.entries(schema.properties ?? {}).map(([name, property]) =>
      part(property, `${child(path, 'properties')}[${name}]`),
    ),
    ...(schema.items === undefined ? [] : [part(schema.items, child(path, 'items'))]),
  ];
}

function part(schema: JSONSchemaProps, path: string): Place {
  return { schema, path, isResource: schema['x-kubernetes-embedded-resource'] === true };
}

/** The largest number of values of the parts of a node. */
function cardinalityWithin(schema: JSONSchemaProps, cardinality: bigint | undefined): bigint | undefined {
  const isMap = schema.type === 'object' && schema.additionalProperties !== undefined;
  if (schema.type !== 'array' && !isMap) return cardinality;
  const most = isMap ? schema.maxProperties : schema.maxItems;
  return cardinality === undefined || most === undefined
    ? undefined
    : capped(cardinality * BigInt(Math.max(most, 0)));
}

/** Elements can be matched with old ones only in a list of type `map`. */
function uncorrelatableWithin(inside: Place, schema: JSONSchemaProps, path: string): string | undefined {
  return inside.schema === schema.items && schema['x-kubernetes-list-type'] !== 'map' ? path : undefined;
}

/** Errors in the text fields of the rules of a node and of its parts. */
function textFailures(place: Place): FieldFailure[] {
  const { schema, path } = place;
  const rules = schema['x-kubernetes-validations'] ?? [];
  return [
    ...partsOf(place).flatMap(textFailures),
    ...rules.flatMap((rule, index) => textFailuresOf(rule, ruleAt(path, index), schema)),
  ];
}

function textFailuresOf(rule: ValidationRule, path: string, schema: JSONSchemaProps): FieldFailure[] {
  const failures: FieldFailure[] = [];
  const text = rule.rule.trim();
  const { message = '', messageExpression = '', reason, fieldPath = '' } = rule;
  if (text === '') failures.push(required(child(path, 'rule'), 'rule is not specified'));
  else if (message !== '' && message.trim() === '') {
    failures.push(invalid(child(path, 'message'), message, 'must be non-empty if specified'));
  } else if (hasLineBreak(message.trim())) {
    failures.push(invalid(child(path, 'message'), message, 'must not contain line breaks'));
  } else if (hasLineBreak(text) && message.trim() === '') {
    failures.push(required(child(path, 'message'), 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    failures.push(
      required(child(path, 'messageExpression'), 'messageExpression must be non-empty if specified'),
    );
  }
  if (reason !== undefined && !reasons.includes(reason)) {
    const known = reasons.map((name) => `"${name}"`).join(', ');
    failures.push({
      type: 'NotSupported',
      field: child(path, 'reason'),
      value: reason,
      detail: `supported values: ${known}`,
    });
  }
  const at = child(path, 'fieldPath');
  if (fieldPath !== '' && fieldPath.trim() === '')
    failures.push(invalid(at, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) failures.push(invalid(at, fieldPath, 'must not contain line breaks'));
  if (fieldPath !== '' && readFieldPath(fieldPath, schema) === undefined) {
    failures.push(invalid(at, fieldPath, 'must be a valid path'));
  }
  return failures;
}

const hasLineBreak = (text: string): boolean => /[\n\r]/.test(text);

/** The API server prints a rule with the names of its Go fields. */
function asInGo(rule: ValidationRule): object {
  return {
    Rule: rule.rule,
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}

/** Rules cannot read values of unknown type. */
function withoutType(path: string): FieldFailure {
  const reason = 'unable to convert structural schema to CEL declarations';
  const detail = `internal error: failed to construct type information for x-kubernetes-validations rules: ${reason}`;
  return { type: 'InternalError', field: child(path, 'x-kubernetes-validations'), detail };
}

function uncompiled(
  field: string,
  rule: ValidationRule,
  { message, problems }: CompileFailure,
): FieldFailure {
  return { ...invalid(field, asInGo(rule), message), problems };
}

const ruleAt = (path: string, index: number): string =>
  `${child(path, 'x-kubernetes-validations')}[${index}]`;

const forbidden = (field: string, detail: string): FieldFailure => ({ type: 'Forbidden', field, detail });

const required = (field: string, detail: string): FieldFailure => ({ type: 'Required', field, detail });
