import type { Duplex } from 'node:stream';
import type { Scale } from '../kinds/autoscaling/v1.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Apply, DeepPartial, New } from '../objects/desired.ts';
import type { KeyFor, Kind, Scope } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey, ObjectList } from '../objects/object.ts';
import type { OrUndefined } from '../objects/or-undefined.ts';
import type { ImpersonatedUser } from '../transport/impersonation.ts';
import type { CommandOutput } from './command-error.ts';
import type { DiscoveredKind } from './discovered-kind.ts';
import type { Patch } from './patch.ts';
import type { NewSubresource, SubresourceTypes } from './subresource.ts';

/**
 * Reads and writes objects of one API server.
 *
 * Objects are plain JSON. They are read-only, because a cache may share them: to change one, change a `draft` of it.
 * Methods throw a subclass of `ApiError` when the server rejects a request. The namespace of a namespaced kind comes
 * from the key or the object's metadata, otherwise from the client.
 */
export interface Client {
  /** The object, or `undefined` if it does not exist. */
  find<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    options?: ReadOptions,
  ): Promise<DeepReadonly<T> | undefined>;
  /** The object; throws `NotFoundError` if it does not exist. */
  get<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    options?: ReadOptions,
  ): Promise<DeepReadonly<T>>;
  /** Lists all matching objects, with pagination, at one resource version. Default: all namespaces. */
  list<T extends KubernetesObject>(
    kind: Kind<T>,
    options?: ListOptions,
  ): Promise<ObjectList<DeepReadonly<T>>>;
  /**
   * Lists page by page, for collections that are too large to hold in memory. Throws `ExpiredError` if the resource
   * version expires between two pages.
   */
  pages<T extends KubernetesObject>(kind: Kind<T>, options?: ListOptions): AsyncIterable<ObjectList<T>>;
  /** Watches changes from a resource version on, until the server ends the watch or the signal aborts. */
  watch<T extends KubernetesObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>;

  /** Creates an object; throws `AlreadyExistsError` if the name is taken. */
  create<T extends KubernetesObject>(
    kind: Kind<T>,
    object: New<T>,
    options?: WriteOptions,
  ): Promise<DeepReadonly<T>>;
  /** Replaces the object; throws `ConflictError` if it was modified since it was read. */
  update<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<DeepReadonly<T>>;
  /** Patches the object, or the subresource that the options name. */
  patch<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    patch: Patch,
    options?: PatchOptions,
  ): Promise<DeepReadonly<T>>;
  /**
   * Server-side apply: creates the object or sets these fields, and removes fields that this field manager applied
   * before and now omits.
   */
  apply<T extends KubernetesObject>(
    kind: Kind<T>,
    object: Apply<T>,
    options?: ApplyOptions,
  ): Promise<DeepReadonly<T>>;

  /** Replaces the status; throws `ConflictError` if the object was modified since it was read. */
  updateStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options?: WriteOptions,
  ): Promise<DeepReadonly<T>>;
  /**
   * Patches the status of the object to the given one. Sends no request if it is equal already. Throws
   * `ConflictError` if another writer changed a list that it replaces, such as `conditions`, since `object` was read.
   */
  patchStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    status: OrUndefined<StatusOf<T>>,
    options?: WriteOptions,
  ): Promise<DeepReadonly<T>>;
  /** Server-side apply of the status. */
  applyStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepPartial<T>,
    options?: ApplyOptions,
  ): Promise<DeepReadonly<T>>;

  /**
   * A subresource of an object: `client.subresource(ServiceAccount, key, 'token').create({ spec: {} })`. Its type follows
   * from the name: TokenRequest, Scale, Eviction or Binding, otherwise the type of the object.
   */
  subresource<
    T extends KubernetesObject,
    const Name extends keyof SubresourceTypes | (string & {}),
    S extends Scope = Scope,
    Key extends ObjectKey = ObjectKey,
  >(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    name: Name,
  ): SubresourceOf<T, Name>;
  /**
   * A subresource with a type of its own, for instance of an aggregated API:
   * `client.subresource<PauseOptions>(VirtualMachine, key, 'pause')`. Its objects need their `apiVersion` and `kind`.
   */
  subresource<Body extends KubernetesObject = never>(
    kind: Kind,
    key: ObjectKey,
    name: [Body] extends [never] ? never : string,
  ): Subresource<Body>;

  /** Reads the scale subresource: the desired and current number of replicas. */
  getScale<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    options?: RequestOptions,
  ): Promise<Scale>;
  /** Sets the desired number of replicas through the scale subresource. */
  scale<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    replicas: number,
    options?: WriteOptions,
  ): Promise<Scale>;
  /**
   * Evicts a Pod; throws `TooManyRequestsError` while a PodDisruptionBudget forbids it. A Pod that does not exist is
   * not an error.
   */
  evict<Key extends ObjectKey>(pod: Key & KeyFor<'Namespaced', Key>, options?: DeleteOptions): Promise<void>;
  /** The log of a container, line by line; with `follow`, until the container ends or the signal aborts. */
  logs<Key extends ObjectKey>(
    pod: Key & KeyFor<'Namespaced', Key>,
    options?: LogOptions,
  ): AsyncIterable<string>;

  /**
   * Runs a command in a container and returns what it prints: `client.exec(pod, { command: ['pg_isready'] })`. Throws
   * `CommandError` if it ends with an exit code other than 0. The role needs the verbs `get` and `create` of `pods/exec`.
   */
  exec<Key extends ObjectKey>(
    pod: Key & KeyFor<'Namespaced', Key>,
    options: ExecOptions,
  ): Promise<CommandOutput>;
  /**
   * Attaches to the main process of a container, until it ends or the signal aborts. The role needs the verbs `get` and
   * `create` of `pods/attach`.
   */
  attach<Key extends ObjectKey>(
    pod: Key & KeyFor<'Namespaced', Key>,
    options?: AttachOptions,
  ): Promise<CommandOutput>;
  /**
   * Connects to a port of a Pod through the API server, which also works outside the cluster:
   * `http.get({ path: '/', createConnection: () => socket })`. Destroy the socket to close the connection; `end` does not
   * reach the Pod. The role needs the verbs `get` and `create` of `pods/portforward`.
   */
  portForward<Key extends ObjectKey>(
    pod: Key & KeyFor<'Namespaced', Key>,
    port: number,
    options?: PortForwardOptions,
  ): Promise<Duplex>;

  /** Deletes the object. An object that does not exist is not an error. */
  delete<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
    options?: DeleteOptions,
  ): Promise<void>;
  /** Deletes all matching objects, in one namespace or, for cluster-scoped kinds, in the cluster. */
  deleteCollection<T extends KubernetesObject>(
    kind: Kind<T>,
    options?: DeleteCollectionOptions,
  ): Promise<void>;

  /**
   * A client that acts as another user, with the permissions of that user: `client.impersonate({ username: 'jane' })`,
   * or the `userInfo` of an admission request. It reads from the API server, because the cache contains what the operator may
   * read. The operator needs permission to `impersonate` the user and each of its groups.
   */
  impersonate(user: ImpersonatedUser): Client;

  /** Discovers all kinds that the server serves. `manager.mapper` caches them and finds a kind by name. */
  discover(options?: RequestOptions): Promise<DiscoveredKind[]>;
}

/** A subresource of one object. Its methods always go to the API server; what they return belongs to the caller. */
export interface Subresource<T extends KubernetesObject, Created = T> {
  /** Reads it. */
  get(options?: ReadOptions): Promise<T>;
  /** Creates it, for instance a token or an eviction. */
  create(object: NewSubresource<T>, options?: WriteOptions): Promise<Created>;
  /** Replaces it; throws `ConflictError` if the object was modified since it was read. */
  update(object: DeepReadonly<T>, options?: WriteOptions): Promise<T>;
  /** Patches it. */
  patch(patch: Patch, options?: WriteOptions): Promise<T>;
}

/** The subresource of this name of a T. */
export type SubresourceOf<
  T extends KubernetesObject,
  Name extends string,
> = Name extends keyof SubresourceTypes
  ? Subresource<SubresourceTypes[Name][0], SubresourceTypes[Name][1]>
  : Subresource<T>;

/** The type of an object's status, without `undefined`. */
export type StatusOf<T> = T extends { status?: infer Status } ? Exclude<Status, undefined> : never;

/** Options of every request: cancellation and timeout. */
export interface RequestOptions {
  /** Default: the signal of the running reconcile, if there is one. */
  signal?: AbortSignal | undefined;
  /**
   * Milliseconds until the request throws `ConnectionError`; its outcome is then unknown. Default: 60 s without data.
   */
  timeout?: number | undefined;
}

/** How fresh the data has to be. */
export interface ReadOptions extends RequestOptions {
  /** `'0'` accepts any version from the server's cache. Default: the most recent. */
  resourceVersion?: string | undefined;
}

/** Labels to match exactly, or a selector in kubectl's syntax: `app=cache,tier in (gold, silver)`. */
export type LabelQuery = string | Record<string, string>;

/** Selects objects of a kind by namespace, labels and fields. */
export interface CollectionOptions extends RequestOptions {
  namespace?: string | undefined;
  labelSelector?: LabelQuery | undefined;
  fieldSelector?: string | undefined;
}

/** Which objects to list, and how fresh they have to be. */
export interface ListOptions extends CollectionOptions {
  /** Objects per page. Default: 500. */
  limit?: number | undefined;
  resourceVersion?: string | undefined;
  resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined;
}

/** A watch has no client-side timeout: abort its signal, or set `timeoutSeconds`. */
export interface WatchOptions extends Omit<CollectionOptions, 'timeout'> {
  /** The version to start from. Without it the watch begins with the existing objects, in any order. */
  resourceVersion?: string | undefined;
  resourceVersionMatch?: 'NotOlderThan' | undefined;
  /** Send all existing objects first, then a bookmark with the annotation `k8s.io/initial-events-end`. */
  sendInitialEvents?: boolean | undefined;
  /** Default: true. */
  allowWatchBookmarks?: boolean | undefined;
  /** Drop `metadata.managedFields` while parsing, to save memory. Default: false. */
  withoutManagedFields?: boolean | undefined;
  /** The server ends the watch after this time. */
  timeoutSeconds?: number | undefined;
  /** Called when the server has accepted the watch, possibly long before the first event. */
  onAccepted?: (() => void) | undefined;
}

/** An event of a watch. */
export interface WatchEvent<T extends KubernetesObject> {
  /** A BOOKMARK's object has only a resource version and annotations. */
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  object: T;
}

/** Options of writes. */
export interface WriteOptions extends RequestOptions {
  fieldManager?: string | undefined;
  /** How the server handles unknown fields. Server default: `Warn`. */
  fieldValidation?: 'Strict' | 'Warn' | 'Ignore' | undefined;
  /** Dry run: validate without storing. */
  dryRun?: boolean | undefined;
}

/** Options of patches. */
export interface PatchOptions extends WriteOptions {
  /** For instance `status` or `scale`. */
  subresource?: string | undefined;
}

/** Options of server-side apply. Fields that the `fieldManager` applied before and now omits are removed. */
export interface ApplyOptions extends PatchOptions {
  /** Take over fields that other managers own. Default: true, as Kubernetes recommends for controllers. */
  force?: boolean | undefined;
}

/** Options of deletes. If a precondition does not hold, the delete throws `ConflictError`. */
export interface DeleteOptions extends RequestOptions {
  propagationPolicy?: 'Background' | 'Foreground' | 'Orphan' | undefined;
  gracePeriodSeconds?: number | undefined;
  preconditions?: { uid?: string | undefined; resourceVersion?: string | undefined } | undefined;
  dryRun?: boolean | undefined;
}

/** Which part of the log to read. */
export interface LogOptions {
  signal?: AbortSignal | undefined;
  /** Required if the Pod has several containers. */
  container?: string | undefined;
  /** Keep streaming new lines. */
  follow?: boolean | undefined;
  /** Read the log of the previous container instance. */
  previous?: boolean | undefined;
  /** Only lines newer than this. */
  since?: Date | undefined;
  /** Only this many of the last lines. */
  tailLines?: number | undefined;
  /** Prefix each line with a timestamp. */
  timestamps?: boolean | undefined;
}

/** The container to attach to, its input, and what to do with its output. */
export interface AttachOptions extends RequestOptions {
  /** Required if the Pod has several containers. */
  container?: string | undefined;
  /** Default: none. */
  stdin?: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined;
  /** Whether the process has a terminal. It then prints only to stdout. Default: false. */
  tty?: boolean | undefined;
  /** The sizes of the terminal, as they change. */
  terminalSizes?: AsyncIterable<TerminalSize> | undefined;
  /** Called with the output as it arrives, which is then not collected. Reading waits for its promise. */
  onStdout?: ((data: Uint8Array) => void | Promise<void>) | undefined;
  /** As `onStdout`. */
  onStderr?: ((data: Uint8Array) => void | Promise<void>) | undefined;
}

/** The command to run, and where. */
export interface ExecOptions extends AttachOptions {
  /** The program and its arguments. No shell interprets them. */
  command: readonly string[];
}

/** The size of a terminal in characters. */
export interface TerminalSize {
  columns: number;
  rows: number;
}

/** Options of a connection to a port. */
export interface PortForwardOptions {
  /** Closes the connection. Default: the signal of the running reconcile, if there is one. */
  signal?: AbortSignal | undefined;
}

/** Options of collection deletes. */
export interface DeleteCollectionOptions extends CollectionOptions, Omit<DeleteOptions, 'preconditions'> {}
