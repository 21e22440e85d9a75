import { isObject, type JsonObject } from '@opgen/rules/json';

// Objects may be incomplete, so every read tolerates missing fields.

/** The value at a path of keys. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), value);
}

/** The objects in a list. */
export function array(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A number; 0 if it is missing. */
export function count(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** `app=memcached,tier=cache` */
export function mapText(value: unknown): string {
  const pairs = Object.entries(isObject(value) ? value : {}).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return pairs.map(([key, one]) => `${key}=${String(one)}`).join(',') || '<none>';
}
