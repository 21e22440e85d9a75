import { messageOf } from '../failures.ts';
import type { Kind, Scope } from './kind.ts';
import type { KubernetesObject } from './object.ts';

/** An object with only its metadata. */
export type MetadataOf<T extends KubernetesObject> = Pick<T, keyof KubernetesObject>;

/** An object with its metadata and the fields that a function kept. */
export type ProjectionOf<T extends KubernetesObject, Kept extends object> = MetadataOf<T> & Kept;

/**
 * The kind with only its metadata, which is all that the server then sends: to watch, count, label or delete objects
 * whose contents do not matter. The cache stores them separately from objects of the whole kind.
 */
export function metadataOf<T extends KubernetesObject, S extends Scope>(
  kind: Kind<T, S>,
): Kind<MetadataOf<T>, S> {
  const { apiVersion, kind: name } = kind;
  return Object.freeze({
    ...addressOf(kind),
    view: {
      metadataOnly: true,
      // The server sends the kind `PartialObjectMetadata` for all of them.
      show: ({ metadata }: KubernetesObject) => ({ apiVersion, kind: name, metadata }),
    },
  });
}

/**
 * The kind reduced to its metadata and what the function keeps, to save memory for large objects. Create it once and
 * import it: each call creates another kind, with separate cached objects and a separate watch.
 *
 * The function must depend only on the object. It may also return reduced `metadata`, but must keep everything that
 * identifies the object and its owners.
 */
export function projectionOf<T extends KubernetesObject, Kept extends object, S extends Scope>(
  kind: Kind<T, S>,
  keep: (object: T) => Kept,
): Kind<ProjectionOf<T, Kept>, S> {
  const { apiVersion, kind: name } = kind;
  const projection: Kind<MetadataOf<T>, S> = Object.freeze({
    ...addressOf(kind),
    view: {
      metadataOnly: false,
      show: (object: KubernetesObject) => ({
        apiVersion,
        kind: name,
        metadata: object.metadata,
        // Safe: the server sends objects of type T for this kind.
        ...keptOf(object as T, keep),
      }),
    },
  });
  return projection as Kind<ProjectionOf<T, Kept>, S>;
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

function addressOf<T extends KubernetesObject, S extends Scope>({
  apiVersion,
  group,
  version,
  kind,
  plural,
  scope,
}: Kind<T, S>): Omit<Kind<T, S>, 'view'> {
  return { apiVersion, group, version, kind, plural, scope };
}
