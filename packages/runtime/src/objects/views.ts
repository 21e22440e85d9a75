import { messageOf } from '../failures.ts';
import type { Kind } from './kind.ts';
import type { KubernetesObject } from './object.ts';

/** An object of which nothing but the metadata is known. */
export type MetadataOf<T extends KubernetesObject> = Pick<T, keyof KubernetesObject>;

/** An object of which the metadata is known, and what a function kept of the rest. */
export type ProjectionOf<T extends KubernetesObject, Kept extends object> = MetadataOf<T> & Kept;

/**
 * The same kind with the metadata alone, which is all that the server then sends: to watch, count, label or
 * delete objects whose contents do not matter. They are in memory beside those of the whole kind.
 */
export function metadataOf<T extends KubernetesObject>(kind: Kind<T>): Kind<MetadataOf<T>> {
  const { apiVersion, kind: name } = kind;
  return Object.freeze({
    ...addressOf(kind),
    view: {
      metadataOnly: true,
      // The server says `PartialObjectMetadata` of them all.
      show: ({ metadata }: KubernetesObject) => ({ apiVersion, kind: name, metadata }),
    },
  });
}

/**
 * The same kind with what the function keeps of an object, beside its metadata: of large objects, what is worth
 * its memory. Make it once and import it: each call makes another kind, with objects and a watch of its own.
 *
 * The function must depend on the object alone, and may give smaller `metadata` too, as long as all that
 * identifies the object and its owners stays.
 */
export function projectionOf<T extends KubernetesObject, Kept extends object>(
  kind: Kind<T>,
  keep: (object: T) => Kept,
): Kind<ProjectionOf<T, Kept>> {
  const { apiVersion, kind: name } = kind;
  const projection: Kind<MetadataOf<T>> = Object.freeze({
    ...addressOf(kind),
    view: {
      metadataOnly: false,
      show: (object: KubernetesObject) => ({
        apiVersion,
        kind: name,
        metadata: object.metadata,
        // What the server sends for this kind is a T.
        ...keptOf(object as T, keep),
      }),
    },
  });
  return projection as Kind<ProjectionOf<T, Kept>>;
}

function keptOf<T extends KubernetesObject, Kept extends object>(object: T, keep: (object: T) => Kept): Kept {
  try {
    return keep(object);
  } catch (cause) {
    const { namespace, name } = object.metadata;
    const named = namespace === undefined ? name : `${namespace}/${name}`;
    throw new Error(`projection of ${object.kind} ${named} failed: ${messageOf(cause)}`, { cause });
  }
}

function addressOf<T extends KubernetesObject>({
  apiVersion,
  group,
  version,
  kind,
  plural,
  scope,
}: Kind<T>): Omit<Kind<T>, 'view'> {
  return { apiVersion, group, version, kind, plural, scope };
}
