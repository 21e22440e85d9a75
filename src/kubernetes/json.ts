export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** False for arrays and null, for which `typeof` also returns "object". */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
