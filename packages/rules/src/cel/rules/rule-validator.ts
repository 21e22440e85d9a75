import { Meter } from '../evaluate/meter.ts';
import { callLimit } from '../evaluate/program.ts';
import type { Variables } from '../evaluate/scope.ts';
import type { JSONSchemaProps } from '../../schema/json-schema-props.ts';
import { valueSchema } from '../../schema/read-schema.ts';
import { withTypeAndName } from '../schema/with-type-and-name.ts';
import { schemaType } from '../schema/schema-type.ts';
import { fromJson } from '../schema/values.ts';
import { CostExceeded, EvaluationError } from '../values/evaluation-error.ts';
import { Optional, type Value } from '../values/value.ts';
import { type CompiledRule, compileRule } from './compile-rule.ts';
import type { Compiled } from './compile.ts';
import { type FieldFailure, child } from './field-failure.ts';
import { failureFor, invalid, runtimeFailure, shown } from './rule-failures.ts';
import { readFieldPath } from './field-path.ts';
import { deepEqual, isObject, type JsonObject } from '../../json.ts';
import { longestMessage, objectBudget } from './limits.ts';

/** The result of evaluating the rules of a schema on an object. */
export interface RuleOutcome {
  readonly failures: readonly FieldFailure[];
  /** Failures of unchanged parts that failed before: the API server returns them as warnings (ratcheting). */
  readonly tolerated: readonly FieldFailure[];
}

/** The CEL rules of a schema. They are compiled once, on first use. */
export class RuleValidator {
  readonly #schema: JSONSchemaProps;
  readonly #isResource: boolean;
  #root: { readonly node: Node | undefined } | undefined;

  /**
   * Rules that do not compile are skipped: the API server rejects a definition that contains them. Pass false for
   * `isResource` if the schema describes a part of a resource.
   */
  constructor(schema: JSONSchemaProps, isResource = true) {
    this.#schema = schema;
    this.#isResource = isResource;
  }

  /** Evaluates the rules on an object, and transition rules if there is an old one. Paths begin with `path`. */
  validate(value: unknown, old?: unknown, path = ''): RuleOutcome {
    const validation = new Validation();
    const former: Former = { value: old, isKnown: old !== undefined, isOuterSame: false };
    if (this.#node !== undefined) validation.check(this.#node, value, former, path);
    return validation.outcome;
  }

  /** True if the schema has rules. */
  get hasRules(): boolean {
    return this.#node !== undefined;
  }

  get #node(): Node | undefined {
    this.#root ??= { node: nodeOf(this.#schema, this.#isResource) };
    return this.#root.node;
  }
}

/** A part of the schema that has rules or contains parts with rules. */
interface Node {
  readonly schema: JSONSchemaProps;
  readonly isResource: boolean;
  readonly rules: readonly CompiledRule[];
  readonly properties: ReadonlyMap<string, Node>;
  readonly values: Node | undefined;
  readonly items: Node | undefined;
}

function nodeOf(schema: JSONSchemaProps, isResource: boolean): Node | undefined {
  const own = schema['x-kubernetes-validations'] ?? [];
  const type = own.length === 0 ? undefined : schemaType(schema, isResource);
  const rules = type === undefined ? [] : own.map((rule) => compileRule(rule, type));
  const part = (inner: JSONSchemaProps | undefined): Node | undefined =>
    inner && nodeOf(inner, inner['x-kubernetes-embedded-resource'] === true);
  const properties = new Map<string, Node>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const node = part(property);
    if (node !== undefined) properties.set(name, node);
  }
  const [values, items] = [part(valueSchema(schema)), part(schema.items)];
  const isEmpty = rules.length === 0 && properties.size === 0 && values === undefined && items === undefined;
  return isEmpty ? undefined : { schema, isResource, rules, properties, values, items };
}

/** The old value at the same path. */
interface Former {
  readonly value: unknown;
  /** Whether the path exists in the old object. */
  readonly isKnown: boolean;
  /** Whether the nearest parent that exists in the old object is unchanged. */
  readonly isOuterSame: boolean;
}

/** The validation of one object. */
class Validation {
  readonly #failures: FieldFailure[] = [];
  readonly #tolerated: FieldFailure[] = [];
  #budget = objectBudget;
  #isOver = false;

  get outcome(): RuleOutcome {
    return { failures: this.#failures, tolerated: this.#tolerated };
  }

  check(node: Node, value: unknown, former: Former, path: string): void {
    if (value === null || value === undefined || this.#isOver) return;
    if (node.rules.length > 0) this.#evaluateAll(node, value, former, path);
    if (Array.isArray(value)) this.#checkItems(node, value, former, path);
    else if (isObject(value)) this.#checkEntries(node, value, former, path);
  }

  #checkEntries(node: Node, value: JsonObject, former: Former, path: string): void {
    const oldEntries = isObject(former.value) ? former.value : {};
    const isOuterSame = former.isKnown ? deepEqual(value, former.value) : former.isOuterSame;
    for (const [key, entry] of Object.entries(value)) {
      const isKnown = former.isKnown && Object.hasOwn(oldEntries, key);
      const inner: Former = { value: isKnown ? oldEntries[key] : undefined, isKnown, isOuterSame };
      if (node.values !== undefined) this.check(node.values, entry, inner, `${path}[${key}]`);
      const property = node.properties.get(key);
      if (property !== undefined) this.check(property, entry, inner, child(path, key));
    }
  }

  #checkItems({ items, schema }: Node, value: readonly unknown[], former: Former, path: string): void {
    if (items === undefined) return;
    const old = Array.isArray(former.value) ? (former.value as readonly unknown[]) : [];
    const isOuterSame = former.isKnown ? deepEqual(value, former.value) : former.isOuterSame;
    const keys =
      schema['x-kubernetes-list-type'] === 'map' ? (schema['x-kubernetes-list-map-keys'] ?? []) : undefined;
    for (const [index, item] of value.entries()) {
      const counterpart =
        keys && old.find((other) => keys.every((key) => deepEqual(entryOf(item, key), entryOf(other, key))));
      const inner = { value: counterpart, isKnown: counterpart !== undefined, isOuterSame };
      this.check(items, item, inner, `${path}[${index}]`);
    }
  }

  #evaluateAll(node: Node, value: unknown, former: Former, path: string): void {
    const schema = node.isResource ? withTypeAndName(node.schema) : node.schema;
    const hasOld = former.value !== undefined && former.value !== null;
    const self = converted(value, schema);
    const oldSelf = hasOld ? converted(former.value, schema) : undefined;
    for (const compiled of node.rules) {
      if (this.#isOver) return;
      if (compiled.program === undefined) continue;
      const isOptional = compiled.rule.optionalOldSelf === true;
      if (compiled.usesOldSelf && !hasOld && !isOptional) continue;
      const plain = { self, ...(oldSelf !== undefined && { oldSelf }) };
      const optional = { self, oldSelf: optionalOf(oldSelf) };
      const variables = isOptional ? optional : plain;
      this.#evaluate(compiled, compiled.program, { variables, plain, schema, value, former, path });
    }
  }

  #evaluate({ rule, message, usesOldSelf }: CompiledRule, program: Compiled, place: Evaluation): void {
    const { path, schema, value, former } = place;
    const name = (rule.message ?? '').trim() || rule.rule.trim();
    const fail = (detail: string): void => void this.#failures.push(invalid(path, schema.type ?? '', detail));
    const result = this.#run(program, place.variables);
    if (this.#budget < 0) {
      this.#isOver = true;
      fail('validation failed due to running out of cost budget, no further validation rules will be run');
    } else if (result instanceof CostExceeded) {
      this.#isOver = true;
      fail(
        `'${result.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${name}`,
      );
    } else if (result instanceof EvaluationError) {
      fail(runtimeFailure(result.message, name));
    } else if (result !== true) {
      const detail =
        this.#messageOf(message, place.plain) ??
        ((rule.message ?? '').trim() || `failed rule: ${rule.rule.trim()}`);
      const relative = rule.fieldPath ? readFieldPath(rule.fieldPath, place.schema) : undefined;
      const failure = failureFor(
        rule.reason,
        relative ? child(path, relative) : path,
        shown(value, schema),
        detail,
      );
      const isUnchanged = former.isKnown ? deepEqual(value, former.value) : former.isOuterSame;
      (isUnchanged && !usesOldSelf ? this.#tolerated : this.#failures).push(failure);
    }
  }

  /** The result of the messageExpression; undefined if it is not a string, empty, too long or has several lines. */
  #messageOf(message: Compiled | undefined, variables: Variables): string | undefined {
    if (message === undefined) return undefined;
    const result = this.#run(message, variables);
    const text = typeof result === 'string' ? result.trim() : '';
    return text === '' || text.includes('\n') || Buffer.byteLength(text) > longestMessage ? undefined : text;
  }

  #run({ program }: Compiled, variables: Variables): Value | EvaluationError | CostExceeded {
    const meter = new Meter(callLimit);
    try {
      return program.runMetered(variables, meter);
    } catch (error) {
      if (error instanceof EvaluationError || error instanceof CostExceeded) return error;
      throw error;
    } finally {
      this.#budget -= meter.spent;
    }
  }
}

interface Evaluation {
  readonly variables: Variables;
  /** With the plain value of oldSelf, even for a rule with optionalOldSelf: a messageExpression sees no optional. */
  readonly plain: Variables;
  readonly schema: JSONSchemaProps;
  readonly value: unknown;
  readonly former: Former;
  readonly path: string;
}

/** Reading a value that does not match its schema is an evaluation error. */
function converted(value: unknown, schema: JSONSchemaProps): Value | EvaluationError {
  try {
    return fromJson(value, schema);
  } catch (error) {
    if (error instanceof EvaluationError) return error;
    throw error;
  }
}

function optionalOf(value: Value | EvaluationError | undefined): Value | EvaluationError {
  if (value === undefined) return Optional.none;
  return value instanceof EvaluationError ? value : Optional.of(value);
}

function entryOf(item: unknown, key: string): unknown {
  return isObject(item) ? item[key] : undefined;
}
