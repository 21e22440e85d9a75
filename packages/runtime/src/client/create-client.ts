import type { Duplex } from 'node:stream';
import { type Clock, systemClock } from '../clock.ts';
import type { Scale } from '../kinds/autoscaling/v1.ts';
import { Pod } from '../kinds/core/v1.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Apply, DeepPartial, New } from '../objects/desired.ts';
import { deepEqual, replacingMergePatch } from '../objects/json.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey, ObjectList } from '../objects/object.ts';
import type { OrUndefined } from '../objects/or-undefined.ts';
import type { ImpersonatedUser } from '../transport/impersonation.ts';
import type { Transport } from '../transport/transport.ts';
import { acceptFor } from './accept.ts';
import type {
  ApplyOptions,
  AttachOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  ExecOptions,
  ListOptions,
  LogOptions,
  PatchOptions,
  PortForwardOptions,
  ReadOptions,
  RequestOptions,
  StatusOf,
  Subresource,
  SubresourceOf,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from './client.ts';
import type { CommandOutput } from './command-error.ts';
import type { DiscoveredKind } from './discovered-kind.ts';
import { discoverKinds } from './discovery.ts';
import { AlreadyExistsError, ConflictError, NotFoundError } from './errors.ts';
import { FieldManagerTransfer } from './field-manager-transfer.ts';
import type { LiveClient } from './live-client.ts';
import { listAll, pageSize, pagesOf } from './list-pages.ts';
import { mergePatch, type Patch } from './patch.ts';
import { type PodAddress, podLogs } from './pod-requests.ts';
import { connectToPort } from './port-forward.ts';
import { runInContainer } from './remote-command.ts';
import { Requests } from './requests.ts';
import { type ResourceLocation, resourcePath, withQuery } from './resource-path.ts';
import { selection } from './selection.ts';
import { agreeInLists, replacesLists } from './status-patch.ts';
import { subresourceKinds } from './subresource.ts';
import { Warnings } from './warnings.ts';
import { watchEvents } from './watch-events.ts';

/** Defaults of a client's requests; each call can override them. */
export interface ClientOptions {
  /**
   * The field manager of this client's writes, or a function that returns it for each write. Give each operator its own.
   * Default: `opgen`.
   */
  fieldManager?: string | (() => string) | undefined;
  /**
   * Field managers with which earlier versions of the program applied. What they applied to an object is transferred to
   * `fieldManager` by the next apply; otherwise they would keep fields that are no longer applied. Default: none.
   */
  formerFieldManagers?: readonly string[] | undefined;
  userAgent?: string | undefined;
  /** The default namespace of namespaced kinds, for keys with `namespace: undefined`; also limits lists and watches. */
  namespace?: string | undefined;
  /** Dry run: validate without storing. */
  dryRun?: boolean | undefined;
  /** How the server handles unknown fields. Server default: `Warn`, reported through `onWarning`. */
  fieldValidation?: 'Strict' | 'Warn' | 'Ignore' | undefined;
  /** Called once for each distinct warning of the API server. */
  onWarning?: ((message: string) => void) | undefined;
  clock?: Clock | undefined;
}

/** Creates a client that sends every request to the API server, without a cache. */
export function createClient(transport: Transport, options: ClientOptions = {}): LiveClient {
  const requests = new Requests({
    transport,
    userAgent: options.userAgent ?? `opgen (${process.platform}/${process.arch})`,
    warnings: new Warnings(options.onWarning ?? (() => {})),
    clock: options.clock ?? systemClock,
  });
  return new TransportClient(requests, options);
}

/** How often a status is sent when the object keeps changing elsewhere. */
const mostStatusTries = 5;

class TransportClient implements LiveClient {
  readonly #requests: Requests;
  readonly #options: ClientOptions;
  readonly #fieldManager: () => string;
  readonly #transfer: FieldManagerTransfer;
  readonly #namespace: string | undefined;
  readonly #dryRun: boolean;
  readonly #fieldValidation: WriteOptions['fieldValidation'];

  constructor(requests: Requests, options: ClientOptions) {
    this.#requests = requests;
    this.#options = options;
    const { fieldManager = 'opgen', formerFieldManagers = [] } = options;
    this.#fieldManager = typeof fieldManager === 'function' ? fieldManager : () => fieldManager;
    this.#transfer = new FieldManagerTransfer({
      client: this,
      fieldManager: this.#fieldManager,
      former: formerFieldManagers,
    });
    this.#namespace = options.namespace;
    this.#dryRun = options.dryRun ?? false;
    this.#fieldValidation = options.fieldValidation;
  }

  async find<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<T | undefined> {
    return undefinedWhenNotFound(this.get(kind, key, options));
  }

  async get<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: ReadOptions = {},
  ): Promise<T> {
    const { resourceVersion } = options;
    const path = withQuery(this.#objectPath(kind, key), { resourceVersion });
    const object = await this.#requests.read<T>(path, { ...options, ...acceptFor(kind, 'object') });
    return shown(kind, object);
  }

  async list<T extends KubernetesObject>(kind: Kind<T>, options: ListOptions = {}): Promise<ObjectList<T>> {
    return listAll(this.#requests, kind, this.#collectionPath(kind, options), options);
  }

  pages<T extends KubernetesObject>(kind: Kind<T>, options: ListOptions = {}): AsyncIterable<ObjectList<T>> {
    const { limit = pageSize } = options;
    return pagesOf(this.#requests, kind, this.#collectionPath(kind, options), options, limit);
  }

  watch<T extends KubernetesObject>(kind: Kind<T>, options: WatchOptions = {}): AsyncIterable<WatchEvent<T>> {
    return watchEvents(this.#requests, kind, this.#collectionPath(kind, options), options);
  }

  async create<T extends KubernetesObject>(
    kind: Kind<T>,
    object: New<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    requireWhole(kind);
    const namespace = this.#namespaceFor(kind, object.metadata.namespace);
    const path = this.#writePath(resourcePath(kind, { namespace }), options);
    return this.#requests.write<T>('POST', path, 'application/json', complete(kind, object), options);
  }

  async update<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#replace(kind, object, undefined, options);
  }

  async patch<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    patch: Patch,
    options: PatchOptions = {},
  ): Promise<T> {
    const path = this.#writePath(this.#objectPath(kind, key, options.subresource), options);
    return this.#write(kind, 'PATCH', path, patch.contentType, patch.body, options);
  }

  async apply<T extends KubernetesObject>(
    kind: Kind<T>,
    object: Apply<T>,
    options: ApplyOptions = {},
  ): Promise<T> {
    const { name, namespace } = object.metadata ?? {};
    const { subresource, force = true } = options;
    const location = this.#objectPath(kind, { name, namespace }, subresource);
    const path = withQuery(location, { ...this.#writeParameters(options), force });
    const body = complete(kind, object);
    const asked = { ...options, ...acceptFor(kind, 'object') };
    // JSON is valid YAML, and all servers accept this content type.
    const sendOnce = (): Promise<T> =>
      this.#requests.write<T>('PATCH', path, 'application/apply-patch+yaml', body, asked);
    // If another client creates the object at the same moment, the second request updates it.
    const send = (): Promise<T> =>
      sendOnce().catch((error: unknown) => {
        if (error instanceof AlreadyExistsError) return sendOnce();
        throw error;
      });
    const read = (): Promise<T> => this.#requests.read<T>(this.#objectPath(kind, { name, namespace }), asked);
    const request = { kind, options: { ...options, dryRun: options.dryRun ?? this.#dryRun }, send, read };
    return shown(kind, await this.#transfer.apply<T>(request));
  }

  async updateStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    return this.#replace(kind, object, 'status', options);
  }

  async patchStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    status: OrUndefined<StatusOf<T>>,
    options: WriteOptions = {},
  ): Promise<DeepReadonly<T>> {
    const current = statusOf(object);
    if (deepEqual(current, status)) return object;
    const changes = replacingMergePatch(current, status);
    const { uid } = object.metadata;
    // With the uid, the server rejects the patch if the object was deleted and recreated in the meantime.
    const send = (resourceVersion?: string): Promise<T> => {
      const patch = mergePatch({ metadata: { uid, resourceVersion }, status: changes });
      return this.patch(kind, object.metadata, patch, { ...options, subresource: 'status' });
    };
    if (!replacesLists(changes)) return send();
    let { resourceVersion } = object.metadata;
    for (let tries = 1; ; tries += 1) {
      try {
        return await send(resourceVersion);
      } catch (error) {
        if (!(error instanceof ConflictError) || tries === mostStatusTries) throw error;
        // Usually another part of the object changed, so a retry overwrites nothing.
        const latest = await this.find(kind, object.metadata, options).catch(() => undefined);
        if (latest?.metadata.uid !== uid || !agreeInLists(changes, current, statusOf(latest))) throw error;
        resourceVersion = latest.metadata.resourceVersion;
      }
    }
  }

  async applyStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepPartial<T>,
    options: ApplyOptions = {},
  ): Promise<T> {
    // A status needs none of the fields that create an object.
    return this.apply(kind, object as Apply<T>, { ...options, subresource: 'status' });
  }

  subresource<T extends KubernetesObject, Name extends string>(
    kind: Kind<T>,
    key: ObjectKey,
    name: Name,
  ): SubresourceOf<T, Name>;
  subresource(kind: Kind, key: ObjectKey, name: string): Subresource<KubernetesObject> {
    const location = this.#objectPath(kind, key, name);
    const send = (method: string, contentType: string, body: unknown, options: WriteOptions = {}) => {
      const path = this.#writePath(location, options);
      return this.#requests.write<KubernetesObject>(method, path, contentType, body, options);
    };
    const own = subresourceKinds[name] ?? kind;
    /** Fields that are undefined count as omitted. */
    const complete = <T extends { apiVersion?: unknown; kind?: unknown }>(object: T): T => ({
      ...object,
      apiVersion: object.apiVersion ?? own.apiVersion,
      kind: object.kind ?? own.kind,
    });
    return {
      get: ({ resourceVersion, ...options } = {}) =>
        this.#requests.read(withQuery(location, { resourceVersion }), options),
      create: async (object, options) => {
        const { name: given, namespace } = object.metadata ?? {};
        const metadata = {
          ...object.metadata,
          name: given ?? key.name,
          namespace: namespace ?? this.#namespaceFor(kind, key.namespace, key.name),
        };
        return send('POST', 'application/json', complete({ ...object, metadata }), options);
      },
      update: (object, options) => send('PUT', 'application/json', complete(object), options),
      patch: ({ contentType, body }, options) => send('PATCH', contentType, body, options),
    };
  }

  async getScale<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: RequestOptions = {},
  ): Promise<Scale> {
    return this.subresource(kind, key, 'scale').get(options);
  }

  async scale<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    replicas: number,
    options: WriteOptions = {},
  ): Promise<Scale> {
    return this.subresource(kind, key, 'scale').patch(mergePatch({ spec: { replicas } }), options);
  }

  async evict(pod: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    const deleteOptions = this.#deleteOptions(options);
    await undefinedWhenNotFound(this.subresource(Pod, pod, 'eviction').create({ deleteOptions }, options));
  }

  logs(pod: ObjectKey, options: LogOptions = {}): AsyncIterable<string> {
    return podLogs(this.#requests, this.#podAddress(pod), options);
  }

  async exec(pod: ObjectKey, options: ExecOptions): Promise<CommandOutput> {
    return runInContainer(this.#requests, this.#podAddress(pod), options);
  }

  async attach(pod: ObjectKey, options: AttachOptions = {}): Promise<CommandOutput> {
    return runInContainer(this.#requests, this.#podAddress(pod), options);
  }

  async portForward(pod: ObjectKey, port: number, options: PortForwardOptions = {}): Promise<Duplex> {
    return connectToPort(this.#requests, this.#podAddress(pod), port, options.signal);
  }

  impersonate(user: ImpersonatedUser): LiveClient {
    if (user.username === undefined || user.username === '')
      throw new Error('cannot impersonate a user without a username');
    return new TransportClient(this.#requests.as(user), this.#options);
  }

  discover(options: RequestOptions = {}): Promise<DiscoveredKind[]> {
    return discoverKinds(this.#requests, options);
  }

  async delete<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options: DeleteOptions = {},
  ): Promise<void> {
    await undefinedWhenNotFound(this.#delete(this.#objectPath(kind, key), options));
  }

  async deleteCollection<T extends KubernetesObject>(
    kind: Kind<T>,
    options: DeleteCollectionOptions = {},
  ): Promise<void> {
    const namespace = this.#namespaceFor(kind, options.namespace);
    await this.#delete(withQuery(resourcePath(kind, { namespace }), selection(options)), options);
  }

  async #replace<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    subresource: string | undefined,
    options: WriteOptions,
  ): Promise<T> {
    requireWhole(kind);
    const path = this.#writePath(this.#objectPath(kind, object.metadata, subresource), options);
    return this.#requests.write<T>('PUT', path, 'application/json', complete(kind, object), options);
  }

  async #write<T extends KubernetesObject>(
    kind: Kind<T>,
    method: string,
    path: string,
    contentType: string,
    body: unknown,
    options: RequestOptions,
  ): Promise<T> {
    const asked = { ...options, ...acceptFor(kind, 'object') };
    return shown(kind, await this.#requests.write<T>(method, path, contentType, body, asked));
  }

  async #delete(path: string, options: DeleteOptions): Promise<void> {
    const body = this.#deleteOptions(options);
    await this.#requests.write('DELETE', path, 'application/json', body, options);
  }

  #deleteOptions({ propagationPolicy, gracePeriodSeconds, preconditions, dryRun }: DeleteOptions): object {
    return {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      propagationPolicy,
      gracePeriodSeconds,
      preconditions,
      dryRun: (dryRun ?? this.#dryRun) ? ['All'] : undefined,
    };
  }

  #objectPath<T extends KubernetesObject>(
    kind: Kind<T>,
    key: { name?: string | undefined; namespace?: string | undefined },
    subresource?: string,
  ): string {
    if (key.name === undefined || key.name === '') throw new Error(`${kind.kind}: metadata.name is empty`);
    const namespace = this.#namespaceFor(kind, key.namespace, key.name);
    return resourcePath(kind, { name: key.name, namespace, subresource });
  }

  #collectionPath<T extends KubernetesObject>(kind: Kind<T>, { namespace }: ResourceLocation): string {
    return resourcePath(kind, { namespace: namespace ?? this.#namespace });
  }

  #podAddress({ namespace, name }: ObjectKey): PodAddress {
    return { name, namespace: this.#namespaceFor(Pod, namespace, name) };
  }

  #namespaceFor<T extends KubernetesObject>(
    kind: Kind<T>,
    given: string | undefined,
    name?: string,
  ): string | undefined {
    if (kind.scope === 'Cluster') return undefined;
    const namespace = given ?? this.#namespace;
    if (namespace !== undefined && namespace !== '') return namespace;
    const which = name === undefined ? kind.kind : `${kind.kind} ${JSON.stringify(name)}`;
    throw new Error(`${which} needs a namespace: ${kind.plural} are namespaced`);
  }

  #writePath(path: string, options: WriteOptions): string {
    return withQuery(path, this.#writeParameters(options));
  }

  #writeParameters({
    fieldManager,
    fieldValidation = this.#fieldValidation,
    dryRun,
  }: WriteOptions): Record<string, string | undefined> {
    return {
      fieldManager: fieldManager ?? this.#fieldManager(),
      fieldValidation,
      dryRun: (dryRun ?? this.#dryRun) ? 'All' : undefined,
    };
  }
}

function statusOf(object: KubernetesObject): unknown {
  return 'status' in object ? object.status : undefined;
}

/** The kind's view of a received object. */
function shown<T extends KubernetesObject>({ view }: Kind<T>, object: T): T {
  return view === undefined ? object : (view.show(object) as T);
}

/** Writing back a partially read object would delete the rest of it. */
function requireWhole<T extends KubernetesObject>({ kind, view }: Kind<T>): void {
  if (view === undefined) return;
  throw new Error(
    `cannot write ${kind} as metadata or a projection: use patch or apply, or write with the full kind`,
  );
}

/** The object with the kind's apiVersion and kind; throws if the object has others. */
function complete<T extends KubernetesObject>(kind: Kind<T>, object: object): object {
  const { apiVersion, kind: name }: { apiVersion?: unknown; kind?: unknown } = object;
  if ((apiVersion ?? kind.apiVersion) !== kind.apiVersion || (name ?? kind.kind) !== kind.kind) {
    throw new Error(
      `expected a ${kind.kind} of ${kind.apiVersion}, got a ${String(name)} of ${String(apiVersion)}`,
    );
  }
  return { ...object, apiVersion: kind.apiVersion, kind: kind.kind };
}

async function undefinedWhenNotFound<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
