import { isObject, type Json } from '@opgen/rules/json';
import { didYouMean } from '../diagnostics.ts';

/** The type of a value. `[Shape]` is a list; an object names the known fields. */
type Shape = 'text' | 'number' | 'texts' | 'labels' | readonly [Shape] | { readonly [field: string]: Shape };

const labelSelector: Shape = {
  matchLabels: 'labels',
  matchExpressions: [{ key: 'text', operator: 'text', values: 'texts' }],
};

const rule = {
  apiGroups: 'texts',
  apiVersions: 'texts',
  operations: 'texts',
  resources: 'texts',
  scope: 'text',
} as const satisfies Shape;

const webhookShape: Shape = {
  name: 'text',
  admissionReviewVersions: 'texts',
  clientConfig: {
    service: { name: 'text', namespace: 'text', path: 'text', port: 'number' },
    url: 'text',
    caBundle: 'text',
  },
  failurePolicy: 'text',
  matchConditions: [{ name: 'text', expression: 'text' }],
  matchPolicy: 'text',
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  reinvocationPolicy: 'text',
  rules: [rule],
  sideEffects: 'text',
  timeoutSeconds: 'number',
};

/** Required fields, which a patch must not remove. */
const needed = ['name', 'admissionReviewVersions', 'clientConfig', 'rules', 'sideEffects'];
const neededInRules = ['apiGroups', 'apiVersions', 'operations', 'resources'];

/** The result of a patch would not be a webhook. */
export class PatchError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** Applies a strategic merge patch: merges objects by field and match conditions by name; `null` removes a field. */
export function patchedWebhook(webhook: object, patch: Json): object {
  if (!isObject(patch))
    throw new PatchError('a patch must be an object', 'for example {"timeoutSeconds": 5}');
  refuseOther(patch, webhookShape, 'a webhook');
  const patched = merged(webhook as JsonObject, patch);
  refuseMissing(patched, needed, 'a webhook');
  for (const each of patched['rules'] as JsonObject[]) refuseMissing(each, neededInRules, 'a rule');
  return patched;
}

type JsonObject = { [key: string]: Json };

function refuseOther(value: Json, shape: Shape, what: string): void {
  if (typeof shape === 'string') {
    if (!fits[shape](value))
      throw new PatchError(`${what} must be ${titles[shape]}, not ${JSON.stringify(value)}`);
  } else if (Array.isArray(shape)) {
    if (!Array.isArray(value)) throw new PatchError(`${what} must be a list, not ${JSON.stringify(value)}`);
    for (const item of value) refuseOther(item, shape[0] as Shape, `an item of ${what}`);
  } else {
    refuseOtherFields(value, shape as { readonly [field: string]: Shape }, what);
  }
}

function refuseOtherFields(value: Json, fields: { readonly [field: string]: Shape }, what: string): void {
  if (!isObject(value)) throw new PatchError(`${what} must be an object, not ${JSON.stringify(value)}`);
  for (const [field, inner] of Object.entries(value)) {
    const known = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (known === undefined)
      throw new PatchError(`${what} has no field '${field}'`, didYouMean(field, Object.keys(fields)));
    if (inner !== null) refuseOther(inner, known, field);
  }
}

const titles = {
  text: 'a string',
  number: 'an integer',
  texts: 'a list of strings',
  labels: 'a map of strings',
};

const fits = {
  text: (value: Json) => typeof value === 'string',
  number: (value: Json) => Number.isInteger(value),
  texts: (value: Json) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  // A null removes a label.
  labels: (value: Json) =>
    isObject(value) && Object.values(value).every((item) => item === null || typeof item === 'string'),
};

function refuseMissing(value: JsonObject, fields: readonly string[], what: string): void {
  const missing = fields.find((field) => value[field] === undefined || value[field] === null);
  if (missing !== undefined) throw new PatchError(`${what} requires ${missing}`);
}

function merged(target: JsonObject, patch: JsonObject): JsonObject {
  const result = { ...target };
  for (const [field, value] of Object.entries(patch)) {
    const before = result[field];
    if (value === null) delete result[field];
    else if (isObject(value))
      result[field] = merged(before !== undefined && isObject(before) ? before : {}, value);
    else if (field === 'matchConditions' && Array.isArray(before) && Array.isArray(value))
      result[field] = byName(before, value);
    else result[field] = value;
  }
  return result;
}

function byName(before: readonly Json[], after: readonly Json[]): Json[] {
  const names = new Set(after.map(nameOf));
  return [...before.filter((item) => !names.has(nameOf(item))), ...after];
}

function nameOf(item: Json): Json | undefined {
  return isObject(item) ? item['name'] : undefined;
}
