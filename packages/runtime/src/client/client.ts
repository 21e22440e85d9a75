import type { Apply, New } from '../objects/desired.ts';
import type { Scale } from '../kinds/autoscaling/v1.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey, ObjectList } from '../objects/object.ts';
import type { DiscoveredKind } from './discovered-kind.ts';
import type { Patch } from './patch.ts';

/**
 * Reads and writes objects of one API server.
 *
 * Objects are plain JSON. A method that needs an object to be there throws a subclass of `ApiError`
 * when the server refuses. A namespaced kind takes the namespace from the key or from the object's
 * metadata, else from the client.
 */
export interface Client {
  /** The object, or `undefined` when there is none. */
  find<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<T | undefined>;
  /** The object; throws `NotFoundError` when there is none. */
  get<T extends KubernetesObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<T>;
  /** All objects that match, read page by page at one resource version. Of all namespaces unless one is given. */
  list<T extends KubernetesObject>(kind: Kind<T>, options?: ListOptions): Promise<ObjectList<T>>;
  /** The same, a page at a time, for collections that are too large to hold. A version that expires between two pages throws. */
  pages<T extends KubernetesObject>(kind: Kind<T>, options?: ListOptions): AsyncIterable<ObjectList<T>>;
  /** Changes from a resource version on, until the server ends the stream or the signal is aborted. */
  watch<T extends KubernetesObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;

  /** Stores a new object; throws `AlreadyExistsError` when its name is taken. */
  create<T extends KubernetesObject>(kind: Kind<T>, object: New<T>, options?: WriteOptions): Promise<T>;
  /** Replaces the object; throws `ConflictError` when it changed since it was read. */
  update<T extends KubernetesObject>(kind: Kind<T>, object: T, options?: WriteOptions): Promise<T>;
  /** Changes what the patch says, of the object or of the subresource that the options name. */
  patch<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<T>;
  /** Server-side apply: creates the object or changes it to have these fields, and gives up the others. */
  apply<T extends KubernetesObject>(kind: Kind<T>, object: Apply<T>, options?: ApplyOptions): Promise<T>;

  /** Replaces the status; throws `ConflictError` when the object changed since it was read. */
  updateStatus<T extends KubernetesObject>(kind: Kind<T>, object: T, options?: WriteOptions): Promise<T>;
  /**
   * Makes the status of the object the given one. Asks nothing of the server when it is so already. Throws
   * `ConflictError` when a list that it replaces, such as `conditions`, is no longer the one in `object`: another writer
   * changed it.
   */
  patchStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: T,
    status: StatusOf<T>,
    options?: WriteOptions,
  ): Promise<T>;
  /** Server-side apply of the status. */
  applyStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: Apply<T>,
    options?: ApplyOptions,
  ): Promise<T>;

  /** How many replicas there are and should be, of anything that can be scaled. */
  getScale<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: RequestOptions,
  ): Promise<Scale>;
  /** Asks for so many replicas, of anything that can be scaled. */
  scale<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    replicas: number,
    options?: WriteOptions,
  ): Promise<Scale>;
  /**
   * Asks for a Pod to be deleted as soon as its PodDisruptionBudgets permit: until then it throws
   * `TooManyRequestsError`. That it is gone already is not an error.
   */
  evict(pod: ObjectKey, options?: DeleteOptions): Promise<void>;
  /** What a container wrote, line by line; with `follow`, until it ends or the signal is aborted. */
  logs(pod: ObjectKey, options?: LogOptions): AsyncIterable<string>;

  /** Asks for the object to be deleted. That it is gone already is not an error. */
  delete<T extends KubernetesObject>(kind: Kind<T>, key: ObjectKey, options?: DeleteOptions): Promise<void>;
  /** Asks for all objects that match to be deleted, in one namespace or (for cluster-scoped kinds) everywhere. */
  deleteCollection<T extends KubernetesObject>(
    kind: Kind<T>,
    options?: DeleteCollectionOptions,
  ): Promise<void>;

  /** All kinds that the server knows now. `manager.mapper` remembers them, and finds one by its name. */
  discover(options?: RequestOptions): Promise<DiscoveredKind[]>;
}

/** The type of an object's status, without `undefined`. */
export type StatusOf<T> = T extends { status?: infer Status } ? Exclude<Status, undefined> : never;

/** What every request takes: who may end it, and after what time it ends by itself. */
export interface RequestOptions {
  /** Default: the signal of the reconcile that asks, if one does. */
  signal?: AbortSignal;
  /** Milliseconds until it throws a `ConnectionError`. What the server did by then is not known. Default: 60 s of silence. */
  timeout?: number;
}

/** How fresh what is read has to be. */
export interface ReadOptions extends RequestOptions {
  /** `'0'` accepts whatever the server has at hand; by default it answers with the latest. */
  resourceVersion?: string;
}

/** Labels to match exactly, or a selector as kubectl takes it: `app=cache,tier in (gold, silver)`. */
export type LabelQuery = string | Record<string, string>;

/** Which objects of a kind are meant: those of a namespace, with certain labels or fields. */
export interface CollectionOptions extends RequestOptions {
  namespace?: string;
  labelSelector?: LabelQuery;
  fieldSelector?: string;
}

/** Which objects to read, and how fresh. */
export interface ListOptions extends CollectionOptions {
  /** Objects in one page. Default: 500. */
  limit?: number;
  resourceVersion?: string;
  resourceVersionMatch?: 'Exact' | 'NotOlderThan';
}

/** A stream has no timeout of its own: abort its signal, or name `timeoutSeconds`. */
export interface WatchOptions extends Omit<CollectionOptions, 'timeout'> {
  /** Where to start. Without it the stream begins with what exists, in no order. */
  resourceVersion?: string;
  resourceVersionMatch?: 'NotOlderThan';
  /** Begin with all that exists, then a bookmark with the annotation `k8s.io/initial-events-end`. */
  sendInitialEvents?: boolean;
  /** Default: true. */
  allowWatchBookmarks?: boolean;
  /** Leave `metadata.managedFields` out, before they cost memory. Default: false. */
  withoutManagedFields?: boolean;
  /** When the server should end the stream. */
  timeoutSeconds?: number;
  /** Called when the server has accepted the watch, which may be long before the first event. */
  onAccepted?: () => void;
}

/** One change that a watch reports. */
export interface WatchEvent<T extends KubernetesObject> {
  /** The object of a BOOKMARK has nothing but a resource version (and annotations). */
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  object: T;
}

/** How an object is written. */
export interface WriteOptions extends RequestOptions {
  fieldManager?: string;
  /** What the server does with fields that it does not know. Its own default: `Warn`. */
  fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
  /** Check everything, store nothing. */
  dryRun?: boolean;
}

/** How an object is patched. */
export interface PatchOptions extends WriteOptions {
  /** For instance `status` or `scale`. */
  subresource?: string;
}

/** How fields are applied. The fields of one `fieldManager` that an apply leaves out are removed. */
export interface ApplyOptions extends PatchOptions {
  /** Take fields over from other managers. Default: true, as a controller knows what it wants. */
  force?: boolean;
}

/** How an object is deleted. One that is not as its `preconditions` say stays: `ConflictError`. */
export interface DeleteOptions extends RequestOptions {
  propagationPolicy?: 'Background' | 'Foreground' | 'Orphan';
  gracePeriodSeconds?: number;
  preconditions?: { uid?: string; resourceVersion?: string };
  dryRun?: boolean;
}

/** Which part of a log to read. */
export interface LogOptions {
  signal?: AbortSignal;
  /** Needed when the Pod has several. */
  container?: string;
  /** Go on with what is written from now on. */
  follow?: boolean;
  /** What the container wrote before it was last restarted. */
  previous?: boolean;
  /** Nothing older than this. */
  since?: Date;
  /** Only so many of the lines that are there. */
  tailLines?: number;
  /** The moment in front of each line. */
  timestamps?: boolean;
}

/** Which objects to delete, and how. */
export interface DeleteCollectionOptions extends CollectionOptions, Omit<DeleteOptions, 'preconditions'> {}
