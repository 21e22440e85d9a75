import type { Cache } from '../cache/cache.ts';
import type { Change } from '../cache/change.ts';
import { storeKey, storeKeyOf } from '../cache/store-key.ts';
import type { Logger } from '../logging/logger.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Kind } from '../objects/kind.ts';
import type { OwnerReference } from '../objects/metadata.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { controllerOf } from '../objects/ownership.ts';
import type { Cause, CauseStates } from '../queue/cause.ts';
import type { Priority } from '../queue/priority.ts';
import type { Predicate } from './predicates.ts';
import type { Request } from './result.ts';

/** Enqueues an object. The states are those of the changed object, which may be another one. */
export type Enqueue = (key: string, cause: Cause, priority: Priority, states?: CauseStates) => void;

/** The priority of the reconciles that an event causes. */
export type PriorityOf<T extends KubernetesObject> = (change: Change<T>) => Priority;

/** Turns events of a kind, or of an external source, into requests. */
export interface Source {
  /** The kind that has to be cached. */
  readonly kind?: Kind;
  /** The cache to use, if it is not the one of the reconciled objects. */
  readonly cache?: Cache;
  /**
   * Starts to enqueue, beginning with all existing objects. Returns a function that stops it. `synced` resolves once
   * the kinds of all sources have synced.
   */
  connect(cache: Cache, enqueue: Enqueue, synced: Promise<unknown>): () => void;
}

/**
 * Maps a changed object to the objects to reconcile. For an update it is called with the old and the new state.
 *
 * If it throws or rejects, the error is logged and no reconcile is queued. Read from the cache here: cache reads
 * cannot fail.
 */
export type MapFunction<T extends KubernetesObject> = (
  object: DeepReadonly<T>,
) => readonly Request[] | Promise<readonly Request[]>;

/** Events of the reconciled objects themselves. */
export function primarySource<T extends KubernetesObject>(
  kind: Kind<T>,
  predicate: Predicate<T>,
  priorityOf: PriorityOf<T>,
): Source {
  return {
    kind,
    connect: (cache, enqueue) =>
      cache.declare(kind).onChange((change) => {
        if (!predicate(change)) return;
        enqueue(storeKeyOf(change.object), causeOf(change), priorityOf(change), change);
      }),
  };
}

/** Events of objects whose controller owner reference points to the primary kind. */
export function ownedSource<T extends KubernetesObject>(
  kind: Kind<T>,
  primary: Kind,
  predicate: Predicate<T>,
  priorityOf: PriorityOf<T>,
): Source {
  return {
    kind,
    connect: (cache, enqueue) => {
      const owners = cache.declare(primary).store;
      const ownerOf = (object: DeepReadonly<T>): string[] => {
        const owner = controllerOf(object);
        if (owner === undefined || !refersTo(owner, primary)) return [];
        const key = storeKey(ownerKey(owner, primary, object));
        // The owner was deleted and recreated under the same name: the garbage collector deletes this object.
        const namesake = owners.get(key);
        return namesake === undefined || namesake.metadata.uid === owner.uid ? [key] : [];
      };
      return cache.declare(kind).onChange((change) => {
        if (!predicate(change)) return;
        for (const key of new Set(statesOf(change.object, change.old).flatMap(ownerOf))) {
          enqueue(key, causeOf(change), priorityOf(change), change);
        }
      });
    },
  };
}

/** Events that a map function maps to the reconciled objects. */
export function mappedSource<T extends KubernetesObject>(
  kind: Kind<T>,
  map: MapFunction<T>,
  predicate: Predicate<T>,
  priorityOf: PriorityOf<T>,
  log: Logger,
): Source {
  return {
    kind,
    connect: (cache, enqueue, synced) => {
      // Nothing awaits this, so errors have to be handled here.
      const keysFor = async (object: DeepReadonly<T>): Promise<string[]> => {
        try {
          return [...(await map(object))].map(storeKey);
        } catch (error) {
          const about = { error, kind: kind.kind, object: storeKeyOf(object) };
          log.error('map function failed; no reconcile was queued for this event', about);
          return [];
        }
      };
      const enqueueMapped = async (change: Change<T>, old: DeepReadonly<T> | undefined): Promise<void> => {
        const keys = await Promise.all(statesOf(change.object, old).map(keysFor));
        const states = { object: change.object, old };
        for (const key of new Set(keys.flat())) enqueue(key, causeOf(change), priorityOf(change), states);
      };
      // Before the sync, reads in the map function would go to the API server. A kind may not sync for hours, because
      // its CRD is missing, so the changes of each object are merged.
      let unsynced: Map<string, { change: Change<T>; old: DeepReadonly<T> | undefined }> | undefined =
        new Map();
      const enqueueUnsynced = async (): Promise<void> => {
        await synced;
        const changes = unsynced?.values() ?? [];
        unsynced = undefined;
        for (const { change, old } of changes) void enqueueMapped(change, old);
      };
      void enqueueUnsynced();
      const disconnect = cache.declare(kind).onChange((change) => {
        if (!predicate(change)) return;
        if (unsynced === undefined) return void enqueueMapped(change, change.old);
        const key = storeKeyOf(change.object);
        const known = unsynced.get(key);
        unsynced.set(key, { change, old: known === undefined ? change.old : known.old });
      });
      return () => {
        disconnect();
        unsynced?.clear();
      };
    },
  };
}

/**
 * The new and the old state: the previous owner has to be reconciled too. Keys of both states are enqueued once: an
 * idle worker would take the first add at once and treat the second as a new one.
 */
function statesOf<T extends KubernetesObject>(
  object: DeepReadonly<T>,
  old: DeepReadonly<T> | undefined,
): readonly DeepReadonly<T>[] {
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
