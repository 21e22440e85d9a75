import { mergePatchBetween } from '../objects/json.ts';
import type { KubernetesObject } from '../objects/object.ts';

/** One step of a JSON patch. `path` and `from` are JSON pointers: `/spec/ports/0`. */
export interface JsonPatchOperation {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test';
  path: string;
  from?: string;
  value?: unknown;
}

/** A change to an object, with the content type that tells the server how to read it. */
export interface Patch {
  readonly contentType: string;
  readonly body: unknown;
}

/** RFC 7386: objects merge, `null` removes a field, lists are replaced whole. */
export function mergePatch(body: object): Patch {
  return { contentType: 'application/merge-patch+json', body };
}

/** Whether a merge patch minds what others wrote meanwhile. */
export interface MergePatchFromOptions {
  /**
   * Refuse the patch, with a `ConflictError`, when the object has changed since `old` was read. A merge patch
   * replaces lists whole: without the lock it undoes what others did to a list that it changes. Default: true.
   */
  optimisticLock?: boolean;
}

/** The merge patch that makes the one object the other: what is different, and nothing else. */
export function mergePatchFrom<T extends KubernetesObject>(
  old: T,
  changed: T,
  { optimisticLock = true }: MergePatchFromOptions = {},
): Patch {
  const body = (mergePatchBetween(old, changed) ?? {}) as { metadata?: object };
  if (!optimisticLock) return mergePatch(body);
  const { resourceVersion } = old.metadata;
  return mergePatch({ ...body, metadata: { ...body.metadata, resourceVersion } });
}

/** RFC 6902: a sequence of operations; a `test` that fails refuses the whole patch. */
export function jsonPatch(operations: readonly JsonPatchOperation[]): Patch {
  return { contentType: 'application/json-patch+json', body: operations };
}

/** Merges lists by their keys. Built-in kinds only: the server refuses it for custom resources. */
export function strategicPatch(body: object): Patch {
  return { contentType: 'application/strategic-merge-patch+json', body };
}
