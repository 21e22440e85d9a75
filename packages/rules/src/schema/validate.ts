import { matchesPattern } from './patterns.ts';
import {
  type FieldError,
  invalid,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from '../field-errors.ts';
import { formatCheck } from './formats.ts';
import { goJson, goNumber, goQuote } from '../go-text.ts';
import { deepEqual, isObject } from '../json.ts';
import { validateEmbeddedResources } from './embedded-resources.ts';
import { validateLists } from './list-types.ts';
import { fieldSchema, resolved, resolveNothing, valueSchema, type Resolve } from './read-schema.ts';
import type { JSONSchemaProps } from './json-schema-props.ts';

/** Options of `validate`. */
export interface ValidateOptions {
  /** The stored object of an update: an error in an unchanged part is tolerated (ratcheting). */
  readonly old?: unknown;
  /** The path of the value, if it is a part of an object (`status`). */
  readonly path?: string;
  readonly resolve?: Resolve;
  /** Whether lists of type set and map must not contain duplicates: true by default. */
  readonly listTypes?: boolean;
}

/**
 * Validates a value against a schema, with the messages of kube-apiserver. Covers value validation, list types and
 * embedded resources; `evaluateRules` evaluates the CEL rules. Prune the value and apply defaults first. An empty
 * result means valid; the value is not changed.
 */
export function validate(
  value: unknown,
  schema: JSONSchemaProps,
  options: ValidateOptions = {},
): FieldError[] {
  const { listTypes = true, path = '', resolve = resolveNothing } = options;
  const previous = 'old' in options && options.old !== undefined ? { value: options.old } : undefined;
  const { errors } = new Validation(resolve, path).check(value, schema, '', previous);
  const embedded = validateEmbeddedResources(value, schema, path, resolve);
  const lists = listTypes ? validateLists(value, schema, path, resolve) : [];
  const listsWereFine =
    previous === undefined || validateLists(previous.value, schema, path, resolve).length === 0;
  return [...errors, ...embedded, ...(listsWereFine ? lists : [])];
}

/** The old value at the same path; absent if old and new values cannot be correlated. */
type Previous = { readonly value: unknown } | undefined;

/** Errors, and how many checks passed: the API server reports the alternative that passed the most. */
interface Outcome {
  errors: FieldError[];
  passed: number;
}

function outcome(passed: number, ...errors: FieldError[]): Outcome {
  return { errors, passed };
}

function add(total: Outcome, part: Outcome): void {
  for (const error of part.errors) {
    if (!total.errors.some((known) => deepEqual(known, error))) total.errors.push(error);
  }
  total.passed += part.passed;
}

class Validation {
  readonly #resolve: Resolve;
  /** Messages name fields relative to the validated value; errors have paths relative to the object. */
  readonly #base: string;

  constructor(resolve: Resolve, base: string) {
    this.#resolve = resolve;
    this.#base = base;
  }

  check(value: unknown, schema: JSONSchemaProps, path: string, previous: Previous): Outcome {
    const result = this.#checkValue(value, schema, path, previous);
    const unchanged = previous !== undefined && deepEqual(previous.value, value);
    return unchanged ? outcome(result.passed) : result;
  }

  #checkValue(value: unknown, schema: JSONSchemaProps, path: string, previous: Previous): Outcome {
    const node = resolved(schema, this.#resolve);
    const total = outcome(0);
    if (value === null || value === undefined) {
      add(total, this.#type(null, node, path));
      add(total, this.#enumeration(null, node, path));
      return total;
    }
    const types = typesOf(node);
    if (types.length > 0 || node.format !== undefined) this.#count(total, this.#type(value, node, path));
    this.#count(total, this.#combinations(value, node, path, previous));
    if (typeof value === 'string') {
      this.#count(total, this.#text(value, node, path));
      if (stringFormat(node) !== undefined) this.#count(total, this.#format(value, node, path));
    }
    if (typeof value === 'number') this.#count(total, this.#number(value, node, path));
    if (Array.isArray(value)) this.#count(total, this.#list(value, node, path));
    this.#count(total, this.#enumeration(value, node, path));
    if (Array.isArray(value)) add(total, this.#items(value, node, path, previous));
    if (isObject(value)) this.#count(total, this.#object(value, node, path, previous));
    total.passed += 1;
    return total;
  }

  #count(total: Outcome, part: Outcome): void {
    add(total, part);
    total.passed += 1;
  }

  #type(value: unknown, node: JSONSchemaProps, path: string): Outcome {
    const types = typesOf(node);
    if (value === null) {
      if (types.length === 0 || node.nullable === true) return outcome(1);
      return outcome(0, this.#wrongType(path, types.join(','), 'null'));
    }
    const actual = typeOf(value);
    const isInteger = actual === 'integer';
    const matches = types.includes(actual) || (isInteger && types.includes('number'));
    const numeric = types.includes('number') || types.includes('integer');
    const format = checkedFormat(node);
    if (format !== undefined && typeof value !== 'string' && !Array.isArray(value) && !matches) {
      const actualFormat = isInteger ? 'int64' : actual === 'number' ? 'float64' : '';
      if (actualFormat !== format) return outcome(0, this.#wrongType(path, format, actualFormat));
    }
    if (format !== undefined && !numeric && (typeof value === 'string' || Array.isArray(value)))
      return outcome(1);
    if (matches || types.length === 0) return outcome(1);
    return outcome(0, this.#wrongType(path, types.join(','), actual));
  }

  #wrongType(path: string, expected: string, actual: string): FieldError {
    const detail = `${path} in body must be of type ${expected}: ${goQuote(actual)}`;
    return typeInvalid(this.#at(path), actual, detail);
  }

  #combinations(value: unknown, node: JSONSchemaProps, path: string, previous: Previous): Outcome {
    const total = outcome(0);
    if (node.anyOf !== undefined && node.anyOf.length > 0)
      add(total, this.#anyOf(value, node.anyOf, path, previous));
    if (node.oneOf !== undefined && node.oneOf.length > 0)
      add(total, this.#oneOf(value, node.oneOf, path, previous));
    if (node.allOf !== undefined && node.allOf.length > 0)
      add(total, this.#allOf(value, node.allOf, path, previous));
    if (node.not !== undefined && this.#checkValue(value, node.not, path, previous).errors.length === 0) {
      add(total, outcome(0, this.#whole(`${goQuote(path)} must not validate the schema (not)`)));
    }
    total.passed += 1;
    return total;
  }

  #anyOf(value: unknown, schemas: readonly JSONSchemaProps[], path: string, previous: Previous): Outcome {
    let best: Outcome | undefined;
    for (const schema of schemas) {
      const result = this.#checkValue(value, schema, path, previous);
      if (result.errors.length === 0) return result;
      if (best === undefined || result.passed > best.passed) best = result;
    }
    const total = outcome(0, this.#whole(`${goQuote(path)} must validate at least one schema (anyOf)`));
    if (best !== undefined) add(total, best);
    return total;
  }

  #oneOf(value: unknown, schemas: readonly JSONSchemaProps[], path: string, previous: Previous): Outcome {
    const results = schemas.map((schema) => this.#checkValue(value, schema, path, previous));
    const valid = results.filter((result) => result.errors.length === 0);
    const [first] = valid;
    if (valid.length === 1 && first !== undefined) return first;
    const found = valid.length === 0 ? 'Found none valid' : `Found ${valid.length} valid alternatives`;
    const message = `${goQuote(path)} must validate one and only one schema (oneOf). ${found}`;
    const total = outcome(0, this.#whole(message));
    if (valid.length > 0) return total;
    const best = results.reduce((a, b) => (b.passed > a.passed ? b : a));
    add(total, best);
    return total;
  }

  #allOf(value: unknown, schemas: readonly JSONSchemaProps[], path: string, previous: Previous): Outcome {
    const total = outcome(0);
    let valid = 0;
    for (const schema of schemas) {
      const result = this.#checkValue(value, schema, path, previous);
      if (result.errors.length === 0) valid += 1;
      add(total, result);
    }
    if (valid < schemas.length) {
      const none = valid === 0 ? '. None validated' : '';
      add(total, outcome(0, this.#whole(`${goQuote(path)} must validate all the schemas (allOf)${none}`)));
    }
    return total;
  }

  /** Errors of a combination of schemas have the path of the whole object; the text names the field. */
  #whole(message: string): FieldError {
    return invalid(this.#base, '', message);
  }

  #text(text: string, node: JSONSchemaProps, path: string): Outcome {
    const length = [...text].length;
    if (node.maxLength !== undefined && length > node.maxLength) {
      return outcome(0, tooLong(this.#at(path), node.maxLength));
    }
    if (node.minLength !== undefined && length < node.minLength) {
      return outcome(0, this.#broken(path, text, `should be at least ${node.minLength} chars long`));
    }
    if (node.pattern !== undefined && node.pattern !== '' && !matchesPattern(text, node.pattern)) {
      return outcome(0, this.#broken(path, text, `should match '${node.pattern}'`));
    }
    return outcome(0);
  }

  #format(text: string, node: JSONSchemaProps, path: string): Outcome {
    const format = node.format ?? '';
    if (formatCheck(format)?.(text) !== false) return outcome(0);
    const detail = `${path} in body must be of type ${format}: ${goQuote(text)}`;
    return outcome(0, typeInvalid(this.#at(path), text, detail));
  }

  #number(value: number, node: JSONSchemaProps, path: string): Outcome {
    const total = outcome(0);
    const checkRange = (what: string, isInside: boolean): void => {
      if (!isInside) add(total, outcome(0, this.#whole(outsideRange(what, node, path))));
    };
    checkRange('Checked', isInRange(value, node));
    if (node.multipleOf !== undefined) checkRange('MultipleOf', isLimitInRange(node.multipleOf, node));
    if (node.minimum !== undefined) checkRange('Minimum boundary', isLimitInRange(node.minimum, node));
    if (node.maximum !== undefined) checkRange('Maximum boundary', isLimitInRange(node.maximum, node));
    const bound = (limit: number): number =>
      Number.isInteger(value) && isLimitInRange(limit, node) ? Math.trunc(limit) : limit;
    if (node.multipleOf !== undefined && !isMultiple(value, node.multipleOf)) {
      const message = `should be a multiple of ${goNumber(node.multipleOf)}`;
      add(total, outcome(0, this.#broken(path, value, message)));
    }
    if (node.minimum !== undefined) {
      const minimum = bound(node.minimum);
      const exclusive = node.exclusiveMinimum === true;
      if (value < minimum || (exclusive && value === minimum)) {
        const relation = exclusive ? 'greater than' : 'greater than or equal to';
        add(total, outcome(0, this.#broken(path, value, `should be ${relation} ${goNumber(minimum)}`)));
      }
    }
    if (node.maximum !== undefined) {
      const maximum = bound(node.maximum);
      const exclusive = node.exclusiveMaximum === true;
      if (value > maximum || (exclusive && value === maximum)) {
        const relation = exclusive ? 'less than' : 'less than or equal to';
        add(total, outcome(0, this.#broken(path, value, `should be ${relation} ${goNumber(maximum)}`)));
      }
    }
    total.passed += 1;
    return total;
  }

  #list(list: readonly unknown[], node: JSONSchemaProps, path: string): Outcome {
    const total = outcome(0);
    if (node.minItems !== undefined && list.length < node.minItems) {
      add(total, outcome(0, this.#broken(path, list.length, `should have at least ${node.minItems} items`)));
    }
    if (node.maxItems !== undefined && list.length > node.maxItems) {
      add(total, outcome(0, tooMany(this.#at(path), list.length, node.maxItems)));
    }
    const repeats = list.some((item, i) => list.slice(0, i).some((earlier) => deepEqual(earlier, item)));
    if (node.uniqueItems === true && repeats) {
      add(total, outcome(0, invalid(this.#at(path), '', `${path} in body shouldn't contain duplicates`)));
    }
    total.passed += 1;
    return total;
  }

  #items(list: readonly unknown[], node: JSONSchemaProps, path: string, previous: Previous): Outcome {
    const total = outcome(0);
    const { items } = node;
    if (items === undefined) return total;
    for (const [i, item] of list.entries()) {
      add(total, this.check(item, items, `${path}[${i}]`, previousItem(node, previous, item)));
    }
    return total;
  }

  #enumeration(value: unknown, node: JSONSchemaProps, path: string): Outcome {
    if (node.enum === undefined || node.enum.length === 0) return outcome(0);
    // The API server compares null with none of the values, not even with null.
    if (value !== null && node.enum.some((allowed) => deepEqual(allowed, value))) return outcome(0);
    const supported = node.enum.map((allowed) => (typeof allowed === 'string' ? allowed : goJson(allowed)));
    return outcome(0, notSupported(this.#at(path), value, supported));
  }

  #object(object: Record<string, unknown>, node: JSONSchemaProps, path: string, previous: Previous): Outcome {
    const total = outcome(0);
    const keys = Object.keys(object).toSorted();
    if (node.minProperties !== undefined && keys.length < node.minProperties) {
      const message = `should have at least ${node.minProperties} properties`;
      add(total, outcome(0, this.#broken(path, keys.length, message)));
    }
    if (node.maxProperties !== undefined && keys.length > node.maxProperties) {
      add(total, outcome(0, tooMany(this.#at(path), keys.length, node.maxProperties)));
    }
    for (const key of keys) {
      const declared = fieldSchema(node, key);
      const schema = declared ?? valueSchema(node);
      if (node.additionalProperties === false && declared === undefined) {
        const detail = `${path}.${key} in body is a forbidden property`;
        add(total, outcome(0, invalid(this.#at(path), key, detail)));
      }
      if (schema === undefined) continue;
      const child = path === '' && declared !== undefined ? key : `${path}.${key}`;
      const isTypeMeta = path === '' && (key === 'kind' || key === 'apiVersion');
      add(
        total,
        this.check(object[key], schema, child, isTypeMeta ? undefined : previousField(previous, key)),
      );
    }
    for (const key of node.required ?? []) {
      if (!Object.hasOwn(object, key)) add(total, outcome(0, required(this.#at(`${path}.${key}`))));
    }
    return total;
  }

  #broken(path: string, value: unknown, rule: string): FieldError {
    return invalid(this.#at(path), value, `${path} in body ${rule}`);
  }

  #at(path: string): string {
    const relative = path.startsWith('.') ? path.slice(1) : path;
    if (this.#base === '' || relative === '') return this.#base + relative;
    return relative.startsWith('[') ? this.#base + relative : `${this.#base}.${relative}`;
  }
}

function typesOf(node: JSONSchemaProps): readonly string[] {
  if (node['x-kubernetes-int-or-string'] === true || node.format === 'int-or-string')
    return ['integer', 'string'];
  return node.type === undefined || node.type === '' ? [] : [node.type];
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** The string format to check, if the type allows one. */
function stringFormat(node: JSONSchemaProps): string | undefined {
  const types = typesOf(node);
  if (types.length === 1 && types[0] !== 'string') return undefined;
  return node.format !== undefined && formatCheck(node.format) !== undefined ? node.format : undefined;
}

/** The format of a node; undefined if the API server does not know it. */
function checkedFormat(node: JSONSchemaProps): string | undefined {
  const types = typesOf(node);
  if (types.length === 1 && types[0] === 'integer') {
    return node.format === 'int32' || node.format === 'int64' ? node.format : undefined;
  }
  if (types.length === 1 && types[0] === 'number') {
    return node.format === 'float' || node.format === 'double' ? node.format : undefined;
  }
  return stringFormat(node);
}

function outsideRange(what: string, node: JSONSchemaProps, path: string): string {
  const format = checkedFormat(node);
  const described = format === undefined ? '(default format)' : `with format ${format}`;
  return `${what} value must be of type ${node.type} ${described} in ${path}`;
}

const integerRanges = {
  int32: { least: -(2n ** 31n), most: 2n ** 31n - 1n },
  int64: { least: -(2n ** 63n), most: 2n ** 63n - 1n },
} as const;

function isInRange(value: number, node: JSONSchemaProps): boolean {
  if (node.type !== 'integer') return isFloatInRange(value, node);
  return Number.isInteger(value) && isIntegerInRange(BigInt(value), node);
}

/**
 * Whether a limit is a number of the type and format of its schema. The API server accepts other limits, but then
 * rejects every value.
 *
 * It compares the shortest decimal number that is read as the same float64, so the smallest integer of 64 bits is
 * outside: -9223372036854776000.
 */
export function isLimitInRange(limit: number, node: JSONSchemaProps): boolean {
  if (node.type !== 'integer') return isFloatInRange(limit, node);
  const isWhole = Number.isInteger(limit) && Math.abs(limit) < 1e21;
  return isWhole && isIntegerInRange(BigInt(String(limit)), node);
}

function isIntegerInRange(value: bigint, node: JSONSchemaProps): boolean {
  const { least, most } = integerRanges[checkedFormat(node) === 'int32' ? 'int32' : 'int64'];
  return value >= least && value <= most;
}

function isFloatInRange(value: number, node: JSONSchemaProps): boolean {
  return node.type !== 'number' || checkedFormat(node) !== 'float' || Number.isFinite(Math.fround(value));
}

function isMultiple(value: number, factor: number): boolean {
  const quotient = factor < 1 ? (1 / factor) * value : value / factor;
  return Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient));
}

function previousField(previous: Previous, key: string): Previous {
  if (previous === undefined || !isObject(previous.value) || !Object.hasOwn(previous.value, key))
    return undefined;
  return { value: previous.value[key] };
}

/** Only the items of a map-like list can be matched with what they were, by their keys. */
function previousItem(node: JSONSchemaProps, previous: Previous, item: unknown): Previous {
  const keys = node['x-kubernetes-list-map-keys'] ?? [];
  if (node['x-kubernetes-list-type'] !== 'map' || previous === undefined) return undefined;
  if (!Array.isArray(previous.value) || !isObject(item)) return undefined;
  const found: unknown = previous.value.find(
    (old: unknown) => isObject(old) && keys.every((key) => deepEqual(old[key], item[key])),
  );
  return found === undefined ? undefined : { value: found };
}
