import type { Cache } from '../cache/cache.ts';
import type { Change } from '../cache/change.ts';
import { storeKey, storeKeyOf } from '../cache/store-key.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind } from '../objects/kind.ts';
import type { OwnerReference } from '../objects/metadata.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { controllerOf } from '../objects/ownership.ts';
import type { Cause } from '../queue/cause.ts';
import type { Priority } from '../queue/work-queue.ts';
import type { Predicate } from './predicates.ts';
import type { Request } from './result.ts';

/** Puts an object in line for a reconcile. */
export type Enqueue = (key: string, cause: Cause, priority: Priority) => void;

/** Turns changes, of one kind or of something else, into reconciles, from the moment it is connected. */
export interface Source {
  /** The kind that has to be in memory for it. */
  readonly kind?: Kind;
  /** Where to look, when that is not where the objects to reconcile are. */
  readonly cache?: Cache;
  /** Returns what ends the connection. Whoever connects hears of all that exists first. `synced`: the kinds of all sources are read. */
  connect(cache: Cache, enqueue: Enqueue, synced: Promise<unknown>): () => void;
}

/**
 * The objects to reconcile when this one changed. Of an update it is asked about the old and the new state.
 *
 * One that throws or rejects is logged, and that change wakes nobody: read from the cache here, where no
 * request can fail.
 */
export type MapFunction<T extends KubernetesObject> = (
  object: T,
) => readonly Request[] | Promise<readonly Request[]>;

/** Changes of the very objects that are reconciled. */
export function primarySource<T extends KubernetesObject>(kind: Kind<T>, predicate: Predicate<T>): Source {
  return {
    kind,
    connect: (cache, enqueue) =>
      cache.declare(kind).onChange((change) => {
        if (predicate(change)) enqueue(storeKeyOf(change.object), causeOf(change), priorityOf(change));
      }),
  };
}

/** Changes of objects whose controller, by owner reference, is an object of the primary kind. */
export function ownedSource<T extends KubernetesObject>(
  kind: Kind<T>,
  primary: Kind,
  predicate: Predicate<T>,
): Source {
  return {
    kind,
    connect: (cache, enqueue) => {
      const owners = cache.declare(primary).store;
      const ownerOf = (object: T): string[] => {
        const owner = controllerOf(object);
        if (owner === undefined || !refersTo(owner, primary)) return [];
        const key = storeKey(ownerKey(owner, primary, object));
        // Another object has the owner's name by now: this one is the garbage collector's business.
        const namesake = owners.get(key);
        return namesake === undefined || namesake.metadata.uid === owner.uid ? [key] : [];
      };
      return cache.declare(kind).onChange((change) => {
        if (!predicate(change)) return;
        for (const key of new Set(statesOf(change).flatMap(ownerOf))) {
          enqueue(key, causeOf(change), priorityOf(change));
        }
      });
    },
  };
}

/** Changes of objects that a function relates to the objects that are reconciled. */
export function mappedSource<T extends KubernetesObject>(
  kind: Kind<T>,
  map: MapFunction<T>,
  predicate: Predicate<T>,
  log: Logger,
): Source {
  return {
    kind,
    connect: (cache, enqueue, synced) => {
      // Nobody awaits this, so whatever the function throws or returns must end here.
      const keysFor = async (object: T): Promise<string[]> => {
        try {
          return [...(await map(object))].map(storeKey);
        } catch (error) {
          const about = { error, kind: kind.kind, object: storeKeyOf(object) };
          log.error('cannot tell whom a change concerns, so nobody is told', about);
          return [];
        }
      };
      const enqueueMapped = async (change: Change<T>): Promise<void> => {
        // Until then, reads in the map function would go to the API server, one for each object.
        await synced;
        const keys = await Promise.all(statesOf(change).map(keysFor));
        for (const key of new Set(keys.flat())) enqueue(key, causeOf(change), priorityOf(change));
      };
      return cache.declare(kind).onChange((change) => {
        if (predicate(change)) void enqueueMapped(change);
      });
    },
  };
}

/**
 * The object as it is and as it was: one who lost it has to hear of that too. Whoever is concerned by both is
 * told once, for a worker that has nothing to do takes the first word at once, and the second as news.
 */
function statesOf<T extends KubernetesObject>({ object, old }: Change<T>): readonly T[] {
  return old === undefined ? [object] : [object, old];
}

function refersTo({ apiVersion, kind }: OwnerReference, primary: Kind): boolean {
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return kind === primary.kind && group === primary.group;
}

function ownerKey({ name }: OwnerReference, primary: Kind, { metadata }: KubernetesObject): ObjectKey {
  const { namespace } = metadata;
  return primary.scope === 'Cluster' || namespace === undefined ? { name } : { name, namespace };
}

function causeOf({ type, object: { kind, metadata } }: Change): Cause {
  const { name, namespace } = metadata;
  return { event: type, kind, object: namespace === undefined ? { name } : { name, namespace } };
}

/** What exists at the start is looked at too, but after what changes now. */
function priorityOf({ initial }: Change): Priority {
  return initial ? 'low' : 'normal';
}
