import type { ObjectMeta } from '../objects/metadata.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { OrUndefined } from '../objects/or-undefined.ts';

/**
 * A converted object, without the fields that the runtime sets: apiVersion and kind follow from the target version,
 * and only labels and annotations of the metadata can change. Labels or annotations that are omitted stay unchanged.
 */
export type Converted<T extends KubernetesObject> = OrUndefined<
  Omit<T, 'apiVersion' | 'kind' | 'metadata'>
> & {
  metadata?: { [Field in 'labels' | 'annotations']?: ObjectMeta[Field] | undefined } | undefined;
};

/**
 * Converts between one version of a kind and its hub, the storage version.
 *
 * The API server calls it for every read or write of the version, so it must not make requests. A round trip must
 * return the same object: store values for which the other version has no field in an annotation. The compiler cannot
 * tell that an optional field is lost: test with `roundTrips` of `@opgen/testing`.
 *
 * For server-side apply, the API server also converts parts of objects. Required fields may be missing, even the
 * spec: convert the fields that are present.
 */
export interface Converter<Hub extends KubernetesObject, Spoke extends KubernetesObject> {
  /** Converts the object to the storage version. Throwing fails the whole request. */
  toHub(spoke: Spoke): Converted<Hub>;
  /** Converts a stored object to this version. Throwing fails the whole request. */
  fromHub(hub: Hub): Converted<Spoke>;
}
