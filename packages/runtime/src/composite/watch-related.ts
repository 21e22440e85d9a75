import type { Cache } from '../cache/cache.ts';
import { objectKey, storeKeyOf } from '../cache/store-key.ts';
import type { PrimaryControllerBuilder } from '../controller/controller-builder.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import { matchesQuery, type RelatedQuery } from './related.ts';

export interface RelatedSources {
  readonly cache: Cache;
  /** The kind of those who ask. */
  readonly kind: Kind;
  /** The kinds that they ask for. */
  readonly uses: readonly Kind[];
  readonly related: (parent: KubernetesObject) => readonly RelatedQuery[];
}

/** Has a controller look at each object of its kind that asks for one that has changed. */
export function watchRelated(
  builder: PrimaryControllerBuilder,
  { cache, kind, uses, related }: RelatedSources,
): PrimaryControllerBuilder {
  // A pure function of each parent, asked about the object in hand: no parent that it concerns is missed.
  const parentsRelatedTo = (object: KubernetesObject): ReturnType<typeof objectKey>[] =>
    [...cache.declare(kind).store.values()]
      .filter((parent) => related(parent).some((query) => matchesQuery(query, parent, object)))
      .map((parent) => objectKey(storeKeyOf(parent)));
  return uses.reduce((each, used) => each.watches(used, parentsRelatedTo), builder);
}
