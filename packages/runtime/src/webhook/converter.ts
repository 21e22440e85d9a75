import type { ObjectMeta } from '../objects/metadata.ts';
import type { KubernetesObject } from '../objects/object.ts';

/**
 * An object in another version, without what the conversion takes care of itself: apiVersion and kind follow
 * from the direction, and of the metadata only labels and annotations may change. Labels or annotations that
 * are left out stay as they are.
 */
export type Converted<T extends KubernetesObject> = Omit<T, 'apiVersion' | 'kind' | 'metadata'> & {
  metadata?: Pick<ObjectMeta, 'labels' | 'annotations'>;
};

/**
 * Translates between one version of a kind and its hub, the version that is stored.
 *
 * The API server calls for it at any read or write of the version, so it asks nobody and forgets nothing: there
 * and back again gives the same object. What the other version has no field for goes into an annotation.
 *
 * At a server-side apply the server converts parts of objects too, in which required fields may be missing, even
 * the spec: take what is there.
 */
export interface Converter<Hub extends KubernetesObject, Spoke extends KubernetesObject> {
  /** The object in the version that is stored. Throwing fails the whole request. */
  toHub(spoke: Spoke): Converted<Hub>;
  /** A stored object in this version. Throwing fails the whole request. */
  fromHub(hub: Hub): Converted<Spoke>;
}
