/** A type without `undefined` among the values of its fields. */
type Compact<T> = { [Field in keyof T]: Exclude<T[Field], undefined> };

/** The object without the fields that are undefined, as JSON would have it. Looks at the top level only. */
export function compact<T extends object>(object: T): Compact<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Compact<T>;
}

/** Whether two values are the same as JSON: a field that is undefined is not there, order does not count. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, index) => deepEqual(value, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  return [...Object.keys(a), ...Object.keys(b)].every((key) => deepEqual(ownField(a, key), ownField(b, key)));
}

/**
 * The merge patch that turns `current` into `wanted`, and does so too when the server's copy has moved
 * on: it says all that is wanted, with `null` for what is to go.
 */
export function replacingMergePatch(current: unknown, wanted: unknown): unknown {
  if (!isObject(current) || !isObject(wanted)) return wanted;
  const kept = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const gone = Object.keys(current).filter((key) => ownField(wanted, key) === undefined);
  return Object.fromEntries([
    ...kept.map(([key, value]): [string, unknown] => [
      key,
      replacingMergePatch(ownField(current, key), value),
    ]),
    ...gone.map((key): [string, unknown] => [key, null]),
  ]);
}

/** The merge patch that says what is different, and nothing else; undefined when nothing is. */
export function mergePatchBetween(old: unknown, changed: unknown): unknown {
  if (deepEqual(old, changed)) return undefined;
  if (!isObject(old) || !isObject(changed)) return changed;
  const keys = new Set([...Object.keys(old), ...Object.keys(changed)]);
  const entries = [...keys].flatMap((key): [string, unknown][] => {
    const wanted = ownField(changed, key);
    // Nothing merges into what was no object before, so all of it is said.
    const patch = wanted === undefined ? null : mergePatchBetween(ownField(old, key), wanted);
    return deepEqual(ownField(old, key), wanted) ? [] : [[key, patch]];
  });
  return Object.fromEntries(entries);
}

/** Neither a list nor null, which JavaScript calls objects too. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ownField(object: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
