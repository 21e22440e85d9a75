import { isObject } from '@opgen/rules/json';

/** T without `undefined` in the types of its fields. */
type Compact<T> = { [Field in keyof T]: Exclude<T[Field], undefined> };

/** The object without its undefined fields. Top level only. */
export function compact<T extends object>(object: T): Compact<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Compact<T>;
}

/** Whether two values are equal as JSON. Ignores undefined fields and the order of fields. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, index) => deepEqual(value, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  return [...Object.keys(a), ...Object.keys(b)].every((key) => deepEqual(ownField(a, key), ownField(b, key)));
}

/**
 * The merge patch that turns `current` into `wanted`, even if the server's copy has changed since: it contains every
 * wanted field, and `null` for each removed one.
 */
export function replacingMergePatch(current: unknown, wanted: unknown): unknown {
  if (!isObject(current) || !isObject(wanted)) return wanted;
  const kept = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const removed = Object.keys(current).filter((key) => ownField(wanted, key) === undefined);
  return Object.fromEntries([
    ...kept.map(([key, value]): [string, unknown] => [
      key,
      replacingMergePatch(ownField(current, key), value),
    ]),
    ...removed.map((key): [string, unknown] => [key, null]),
  ]);
}

/** The merge patch with only the differences; undefined if there are none. */
export function mergePatchBetween(old: unknown, changed: unknown): unknown {
  if (deepEqual(old, changed)) return undefined;
  if (!isObject(old) || !isObject(changed)) return changed;
  const keys = new Set([...Object.keys(old), ...Object.keys(changed)]);
  const entries = [...keys].flatMap((key): [string, unknown][] => {
    const wanted = ownField(changed, key);
    // If the old value was not an object, the patch contains the whole new value.
    const patch = wanted === undefined ? null : mergePatchBetween(ownField(old, key), wanted);
    return deepEqual(ownField(old, key), wanted) ? [] : [[key, patch]];
  });
  return Object.fromEntries(entries);
}

function ownField(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
