import type { Cache } from '../cache/cache.ts';
import { objectKey, storeKeyOf } from '../cache/store-key.ts';
import type { PrimaryControllerBuilder } from '../controller/controller-builder.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { matchesQuery, type RelatedQuery } from './related.ts';

export interface RelatedSources {
  readonly cache: Cache;
  /** The kind of the parents. */
  readonly kind: Kind;
  /** The kinds of the related objects. */
  readonly uses: readonly Kind[];
  readonly related: (parent: KubernetesObject) => readonly RelatedQuery[];
}

/** Watches the related kinds, and reconciles each parent that a changed object is related to. */
export function watchRelated(
  builder: PrimaryControllerBuilder,
  { cache, kind, uses, related }: RelatedSources,
): PrimaryControllerBuilder {
  // Evaluates the queries of every cached parent, instead of an index that could be stale and miss one.
  const parentsRelatedTo = (object: KubernetesObject): ReturnType<typeof objectKey>[] =>
    [...cache.declare(kind).store.values()]
      .filter((parent) => related(parent).some((query) => matchesQuery(query, parent, object)))
      .map((parent) => objectKey(storeKeyOf(parent)));
  return uses.reduce((each, used) => each.watches(used, parentsRelatedTo), builder);
}
