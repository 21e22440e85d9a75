import { deepEqual, isObject } from '../objects/json.ts';

/** Whether a merge patch has lists. It replaces them as a whole, and with them what others wrote: conditions, above all. */
export function replacesLists(patch: unknown): boolean {
  if (Array.isArray(patch)) return true;
  return isObject(patch) && Object.values(patch).some(replacesLists);
}

/** Whether two states agree in every list that the patch replaces, so that it takes nothing away from others. */
export function agreeInLists(patch: unknown, a: unknown, b: unknown): boolean {
  if (Array.isArray(patch)) return deepEqual(a, b);
  if (!isObject(patch)) return true;
  return Object.entries(patch).every(([key, value]) => agreeInLists(value, fieldOf(a, key), fieldOf(b, key)));
}

function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
