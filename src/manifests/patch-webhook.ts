import { didYouMean } from '../diagnostics.ts';
import type { Json } from '../kubernetes/json-schema.ts';

/** What an object may have: its fields, those of its items, or any. */
type Shape = 'any' | readonly [Shape] | { readonly [field: string]: Shape };

const labelSelector: Shape = {
  matchLabels: 'any',
  matchExpressions: [{ key: 'any', operator: 'any', values: 'any' }],
};

const webhookShape: Shape = {
  name: 'any',
  admissionReviewVersions: 'any',
  clientConfig: {
    service: { name: 'any', namespace: 'any', path: 'any', port: 'any' },
    url: 'any',
    caBundle: 'any',
  },
  failurePolicy: 'any',
  matchConditions: [{ name: 'any', expression: 'any' }],
  matchPolicy: 'any',
  namespaceSelector: labelSelector,
  objectSelector: labelSelector,
  reinvocationPolicy: 'any',
  rules: [{ apiGroups: 'any', apiVersions: 'any', operations: 'any', resources: 'any', scope: 'any' }],
  sideEffects: 'any',
  timeoutSeconds: 'any',
};

/** A field of a patch that webhooks do not have. */
export class PatchError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint: string | undefined) {
    super(message);
    this.hint = hint;
  }
}

/** Merges a strategic merge patch into a webhook: objects by field, match conditions by name, `null` removes. */
export function patchedWebhook(webhook: object, patch: Json): object {
  if (!isObject(patch)) throw new PatchError('a patch is an object', 'for example {"timeoutSeconds": 5}');
  refuseUnknown(patch, webhookShape, 'a webhook');
  return merged(webhook as JsonObject, patch);
}

type JsonObject = { [key: string]: Json };

function refuseUnknown(value: Json, shape: Shape, what: string): void {
  if (shape === 'any') return;
  if (Array.isArray(shape)) {
    if (Array.isArray(value)) for (const item of value) refuseUnknown(item, shape[0] as Shape, what);
    return;
  }
  if (!isObject(value)) return;
  const fields = shape as { readonly [field: string]: Shape };
  for (const [field, inner] of Object.entries(value)) {
    const known = fields[field];
    if (known === undefined)
      throw new PatchError(`${what} has no field '${field}'`, didYouMean(field, Object.keys(fields)));
    refuseUnknown(inner, known, field);
  }
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

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
