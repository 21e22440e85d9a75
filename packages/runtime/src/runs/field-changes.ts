import { isObject } from '@opgen/rules/json';
import { deepEqual } from '../objects/json.ts';

/** A field that differs between two states of an object. */
export interface FieldChange {
  /** `.status.readyReplicas`, `.metadata.labels['app.kubernetes.io/name']`, `.status.conditions[Ready].reason`. */
  readonly path: string;
  /** Absent if the field was added. The beginning of its JSON if it is long. */
  readonly old?: unknown;
  /** Absent if the field was removed. The beginning of its JSON if it is long. */
  readonly new?: unknown;
}

/** How many fields are listed: enough to recognize what happened. */
const mostChanges = 32;
/** The length of a value's JSON from which on it is cut. */
const longestValue = 256;
/** What names the object, and what the server changes with each write. */
const ignored = new Set([
  '.apiVersion',
  '.kind',
  '.metadata.name',
  '.metadata.generateName',
  '.metadata.namespace',
  '.metadata.uid',
  '.metadata.creationTimestamp',
  '.metadata.generation',
  '.metadata.resourceVersion',
  '.metadata.managedFields',
]);
/** The fields with the data of a Secret, which kubectl apply also copies into an annotation. */
const secretFields =
  /^\.(data|stringData|metadata\.annotations$|metadata\.annotations\['kubectl\.kubernetes\.io\/last-applied)/;

/**
 * The fields that differ; at most 32. Lists whose elements have a unique `type` or `name` are compared by it, others of
 * equal length by position. The data of Secrets is replaced by `redacted`.
 */
export function fieldChanges(old: object, now: object): FieldChange[] {
  const changes: FieldChange[] = [];
  compare('', old, now, changes);
  return isSecret(old) || isSecret(now) ? changes.map(redact) : changes;
}

function compare(path: string, old: unknown, now: unknown, changes: FieldChange[]): void {
  // The cache shares the parts of an object that did not change, so most comparisons end here.
  if (old === now || changes.length >= mostChanges || ignored.has(path)) return;
  if (isObject(old) && isObject(now)) {
    for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
      compare(path + fieldOf(key), old[key], now[key], changes);
    }
    return;
  }
  if (Array.isArray(old) && Array.isArray(now) && old.length > 0 && now.length > 0) {
    const before = byKey(old);
    const after = byKey(now);
    if (before !== undefined && after !== undefined) {
      for (const key of new Set([...before.keys(), ...after.keys()])) {
        compare(`${path}[${key}]`, before.get(key), after.get(key), changes);
      }
      return;
    }
    if (old.length === now.length) {
      for (const [index, element] of old.entries())
        compare(`${path}[${index}]`, element, now[index], changes);
      return;
    }
  }
  if (deepEqual(old, now)) return;
  changes.push({
    path,
    ...(old !== undefined && { old: shortened(old) }),
    ...(now !== undefined && { new: shortened(now) }),
  });
}

/** The elements by their `type`, or else by their `name`; undefined if these are not unique. */
function byKey(list: readonly unknown[]): Map<string, unknown> | undefined {
  for (const field of ['type', 'name']) {
    const keyed = new Map<string, unknown>();
    for (const element of list) {
      const key = isObject(element) ? element[field] : undefined;
      if (typeof key === 'string') keyed.set(key, element);
    }
    if (keyed.size === list.length) return keyed;
  }
  return undefined;
}

function fieldOf(key: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(key) ? `.${key}` : `['${key}']`;
}

/** The record must not keep large objects alive. */
function shortened(value: unknown): unknown {
  const json = JSON.stringify(value);
  if (json.length <= longestValue) return value;
  return `${json.slice(0, longestValue)}… (${json.length} characters)`;
}

function isSecret(object: object): boolean {
  return isObject(object) && object['kind'] === 'Secret' && object['apiVersion'] === 'v1';
}

function redact(change: FieldChange): FieldChange {
  if (!secretFields.test(change.path)) return change;
  const { path } = change;
  return {
    path,
    ...('old' in change && { old: 'redacted' }),
    ...('new' in change && { new: 'redacted' }),
  };
}
