import { deepCopy, isObject, type JsonObject } from '@opgen/rules/json';

/**
 * RFC 7386: objects are merged key by key, null deletes a key, anything else replaces what was there.
 * Neither the document nor the patch is changed.
 */
export function mergePatch(document: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return deepCopy(patch);
  const merged: JsonObject = isObject(document) ? { ...document } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}
