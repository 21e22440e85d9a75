import { type FieldError, invalid, required } from '../field-errors.ts';
import { deepEqual, isObject, type JsonObject } from '../json.ts';
import { dns1035LabelProblem, dns1123LabelProblem, dns1123SubdomainProblem } from '../names/dns-names.ts';
import { pathSegmentProblems } from '../names/path-segment.ts';
import { qualifiedNameProblems } from '../names/qualified-names.ts';
import { parseQuantity, type Quantity, type QuantityValue } from '../quantity.ts';

/** The object in a field, or an empty one. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}

/** The text in a field, or an empty one: Go does not distinguish the two. */
export function textIn(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value : '';
}

/** The texts of a list. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map((item) => String(item ?? '')) : [];
}

/** Reports a text as invalid for each problem. */
export function invalids(path: string, value: unknown, problems: readonly string[]): FieldError[] {
  return problems.map((problem) => invalid(path, value, problem));
}

/** Validates a field, as text at a path. */
export type TextRule = (value: string, path: string) => FieldError[];

/** A text that must be set and follow a rule. */
export function requiredText(value: string, path: string, rule: TextRule = () => []): FieldError[] {
  return value === '' ? [required(path)] : rule(value, path);
}

/** A text that follows a rule if it is set. */
export function optionalText(value: string, path: string, rule: TextRule): FieldError[] {
  return value === '' ? [] : rule(value, path);
}

export const dns1123Label: TextRule = (value, path) => invalidText(value, path, dns1123LabelProblem);
export const dns1035Label: TextRule = (value, path) => invalidText(value, path, dns1035LabelProblem);
export const dns1123Subdomain: TextRule = (value, path) => invalidText(value, path, dns1123SubdomainProblem);
export const pathSegment: TextRule = (value, path) => invalids(path, value, pathSegmentProblems(value));
export const qualifiedName: TextRule = (value, path) => invalids(path, value, qualifiedNameProblems(value));

function invalidText(
  value: string,
  path: string,
  problemOf: (text: string) => string | undefined,
): FieldError[] {
  const problem = problemOf(value);
  return problem === undefined ? [] : [invalid(path, value, problem)];
}

/** A number that must not be negative, if it is set. */
export function notNegative(value: unknown, path: string): FieldError[] {
  return atLeast(0, value, path);
}

/** A number with a minimum, if it is set. */
export function atLeast(least: number, value: unknown, path: string): FieldError[] {
  const isLess = typeof value === 'number' && value < least;
  return isLess ? [invalid(path, value, `must be greater than or equal to ${least}`)] : [];
}

/** The numbers in fields of an object, none of which may be negative. */
export function notNegativeFields(object: JsonObject, path: string, names: readonly string[]): FieldError[] {
  return names.flatMap((name) => notNegative(object[name], `${path}.${name}`));
}

/** A value that an update must not change. */
export function immutable(value: unknown, old: unknown, path: string): FieldError[] {
  return deepEqual(value ?? null, old ?? null) ? [] : [invalid(path, value ?? null, 'field is immutable')];
}

/** The quantity in a field, if it is set. */
export function quantityOf(value: unknown): Quantity | undefined {
  return value === undefined || value === null ? undefined : parseQuantity(value as QuantityValue);
}

/** A quantity that must be greater than zero, in the given words. */
export function positiveQuantity(
  value: unknown,
  path: string,
  rule = 'must be greater than zero',
): FieldError[] {
  const quantity = quantityOf(value);
  return quantity === undefined || quantity.compare(0) > 0 ? [] : [invalid(path, String(quantity), rule)];
}

/** A quantity that must not be negative. */
export function notNegativeQuantity(value: unknown, path: string): FieldError[] {
  const quantity = quantityOf(value);
  if (quantity === undefined || quantity.compare(0) >= 0) return [];
  return [invalid(path, String(quantity), 'must be greater than or equal to 0')];
}

const percentRule =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for " +
  "validation is '[0-9]+%')";

/** A number or a percentage, neither of them negative. */
export function notNegativeShare(value: unknown, path: string): FieldError[] {
  if (typeof value === 'number') return notNegative(value, path);
  if (typeof value !== 'string' || /^[0-9]+%$/.test(value)) return [];
  return [invalid(path, value, percentRule)];
}

/** A percentage of at most 100. */
export function atMostAll(value: unknown, path: string): FieldError[] {
  const percentage = typeof value === 'string' ? /^([0-9]+)%$/.exec(value)?.[1] : undefined;
  if (percentage === undefined || Number(percentage) <= 100) return [];
  return [invalid(path, value, 'must not be greater than 100%')];
}
