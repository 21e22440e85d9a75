import type { DeepReadonly } from '../objects/deep-readonly.ts';
import { mergePatchBetween } from '../objects/json.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** One operation of a JSON patch. `path` and `from` are JSON pointers: `/spec/ports/0`. */
export interface JsonPatchOperation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  from?: string | undefined;
  value?: unknown;
}

/** The body of a patch and its content type. */
export interface Patch {
  readonly contentType: string;
  readonly body: unknown;
}

/** RFC 7386: objects are merged, `null` removes a field, lists are replaced whole. */
export function mergePatch(body: object): Patch {
  return { contentType: 'application/merge-patch+json', body };
}

/** Options of `mergePatchFrom`. */
export interface MergePatchFromOptions {
  /**
   * Fail with `ConflictError` if the object was modified since `old` was read. A merge patch replaces lists whole:
   * without the lock, it overwrites what others changed in the same list. Default: true.
   */
  optimisticLock?: boolean | undefined;
}

/** The merge patch from one object to the other, with only the differences. */
export function mergePatchFrom<T extends KubernetesObject>(
  old: DeepReadonly<T>,
  changed: DeepReadonly<T>,
  { optimisticLock = true }: MergePatchFromOptions = {},
): Patch {
  const body = (mergePatchBetween(old, changed) ?? {}) as { metadata?: object };
  if (!optimisticLock) return mergePatch(body);
  const { resourceVersion } = old.metadata;
  return mergePatch({ ...body, metadata: { ...body.metadata, resourceVersion } });
}

/** RFC 6902: a sequence of operations. If a `test` fails, the server rejects the whole patch. */
export function jsonPatch(operations: readonly JsonPatchOperation[]): Patch {
  return { contentType: 'application/json-patch+json', body: operations };
}

/** Merges lists by their keys. Built-in kinds only: the server rejects it for custom resources. */
export function strategicPatch(body: object): Patch {
  return { contentType: 'application/strategic-merge-patch+json', body };
}
