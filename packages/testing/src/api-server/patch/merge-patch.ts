import { deepCopy, isObject, type JsonObject } from '@opgen/rules/json';

/**
 * JSON merge patch (RFC 7386): merges objects by key, deletes a key for null, replaces everything else. Changes
 * neither the document nor the patch.
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
