import { isDeepStrictEqual } from 'node:util';
import type { KubernetesObject } from '../objects/object.ts';
import type { AnyChild } from './child.ts';

/** The fields of the child that applying it changed, as paths such as `spec.replicas`. */
export function correctedFields(
  child: AnyChild,
  before: KubernetesObject,
  after: KubernetesObject,
): readonly string[] {
  return paths(child, before, after);
}

function paths(set: unknown, before: unknown, after: unknown): string[] {
  // A list is one field: the child may set only some of its elements, and the API server adds defaults to them.
  if (!isFields(set) || !isFields(before) || !isFields(after))
    return isDeepStrictEqual(before, after) ? [] : [''];
  return Object.entries(set).flatMap(([key, value]) =>
    paths(value, before[key], after[key]).map((path) => (path === '' ? key : `${key}.${path}`)),
  );
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
