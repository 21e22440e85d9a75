import { isObject, type JsonObject } from '@opgen/rules/json';
import type { JSONSchemaProps, Resolve } from '@opgen/rules/schema';
import { problemsText, Typed } from './typed.ts';
import { merge } from './walks.ts';

/** The apply configuration of a policy cannot be merged. */
export class PolicyPatchError extends Error {
  override readonly name = 'PolicyPatchError';
}

/**
 * Merges the apply configuration of a MutatingAdmissionPolicy into an object. Unlike a server-side apply it has no
 * owner, and it must not contain lists, maps or objects that are replaced as a whole.
 */
export function mergeConfiguration(
  object: JsonObject,
  configuration: JsonObject,
  schema: JSONSchemaProps | undefined,
  resolve: Resolve,
): JsonObject {
  const typed = new Typed(resolve);
  const { apiVersion, kind } = object;
  const patch = { ...configuration, apiVersion, kind };
  const problems = typed.problems(patch, schema);
  if (problems.length > 0)
    throw new PolicyPatchError(`failed to convert patch object to typed object: ${problemsText(problems)}`);
  const atomics = atomicsIn(patch, schema, typed);
  if (atomics.length > 0) {
    const rule = 'may not mutate atomic arrays, maps or structs';
    throw new PolicyPatchError(`invalid ApplyConfiguration: ${rule}: ${atomics.join(', ')}`);
  }
  return merge(object, patch, schema, typed) as JsonObject;
}

/** The paths of the parts that are replaced as a whole; the values of maps are not searched. */
function atomicsIn(value: unknown, schema: JSONSchemaProps | undefined, typed: Typed, path = ''): string[] {
  const node = typed.node(schema);
  if (isObject(value)) {
    const own = typed.shape(value, node) === 'leaf' ? [path] : [];
    const fields = Object.entries(value).filter(([key]) => typed.isField(node, key));
    return [
      ...own,
      ...fields.flatMap(([key, part]) => atomicsIn(part, typed.keyNode(node, key), typed, `${path}.${key}`)),
    ];
  }
  if (!Array.isArray(value)) return [];
  const own = typed.shape(value, node) === 'leaf' ? [path] : [];
  const items = value.flatMap((item: unknown, i) =>
    atomicsIn(item, typed.itemNode(node), typed, `${path}[${i}]`),
  );
  return [...own, ...items];
}
