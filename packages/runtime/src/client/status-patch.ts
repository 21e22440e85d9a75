import { isObject } from '@opgen/rules/json';
import { deepEqual } from '../objects/json.ts';

/** Whether a merge patch contains lists. It replaces them whole, including what others wrote, such as conditions. */
export function replacesLists(patch: unknown): boolean {
  if (Array.isArray(patch)) return true;
  return isObject(patch) && Object.values(patch).some(replacesLists);
}

/**
 * Whether two states are equal in every list that the patch replaces, so that the patch overwrites no changes of
 * others.
 */
export function agreeInLists(patch: unknown, a: unknown, b: unknown): boolean {
  if (Array.isArray(patch)) return deepEqual(a, b);
  if (!isObject(patch)) return true;
  return Object.entries(patch).every(([key, value]) => agreeInLists(value, fieldOf(a, key), fieldOf(b, key)));
}

function fieldOf(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
