import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { ambientController } from '../client/ambient-controller.ts';
import type * as api from '../client/client.ts';
import type { Client, WatchEvent } from '../client/client.ts';
import type { CommandOutput } from '../client/command-error.ts';
import type { DiscoveredKind } from '../client/discovered-kind.ts';
import type { LiveClient } from '../client/live-client.ts';
import type { Patch } from '../client/patch.ts';
import type { Scale } from '../kinds/autoscaling/v1.ts';
import type { Logger } from '../logging/logger.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { Apply, DeepPartial, New } from '../objects/desired.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey, ObjectList } from '../objects/object.ts';
import type { OrUndefined } from '../objects/or-undefined.ts';
import type { ImpersonatedUser } from '../transport/impersonation.ts';
import type { Cache } from './cache.ts';
import type { Informer } from './informer.ts';
import { storeKey, storeKeyIn } from './store-key.ts';
import { UncertainCreates } from './uncertain-creates.ts';

export interface CachedClientOptions {
  live: LiveClient;
  cache: Cache;
  log: Logger;
}

/** More configurations than anyone applies to one object; bounds memory when each apply differs. */
const mostConfigurations = 16;

/**
 * Reads declared kinds from the cache and all others from the API server. Writes go to the API server, and later
 * reads see them at once.
 *
 * Reads with a `resourceVersion` or a field selector always go to the API server. So do lists after a create with
 * `generateName` whose response was lost, until the cache is known to contain its result. All
 * readers share the objects, so they are read-only.
 */
export class CachedClient implements Client {
  readonly #live: LiveClient;
  readonly #cache: Cache;
  readonly #log: Logger;
  readonly #reportedMisses = new Set<string>();
  /** Configurations that were applied and resulted in exactly the cached state; collected together with it. */
  readonly #applied = new WeakMap<object, Set<string>>();
  readonly #uncertainCreates = new UncertainCreates();

  constructor({ live, cache, log }: CachedClientOptions) {
    this.#live = live;
    this.#cache = cache;
    this.#log = log;
  }

  async find<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: api.ReadOptions,
  ): Promise<DeepReadonly<T> | undefined> {
    const informer = this.#readable(kind, key.namespace, options?.resourceVersion);
    if (informer === undefined || !isComplete(kind, key)) return this.#live.find(kind, key, options);
    const cached = informer.store.get(storeKeyIn(kind, key));
    // An object that the cache's selector excludes may still exist.
    return (
      cached ?? (informer.isSelectiveIn(key.namespace) ? this.#live.find(kind, key, options) : undefined)
    );
  }

  async get<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: api.ReadOptions,
  ): Promise<DeepReadonly<T>> {
    // For an object that is not cached, the API server's error is the one to throw.
    const informer = this.#readable(kind, key.namespace, options?.resourceVersion);
    const cached = isComplete(kind, key) ? informer?.store.get(storeKeyIn(kind, key)) : undefined;
    return cached ?? this.#live.get(kind, key, options);
  }

  async list<T extends KubernetesObject>(
    kind: Kind<T>,
    options: api.ListOptions = {},
  ): Promise<ObjectList<DeepReadonly<T>>> {
    const { labelSelector, fieldSelector, resourceVersion } = options;
    const namespace = options.namespace === '' || kind.scope === 'Cluster' ? undefined : options.namespace;
    const informer = this.#readable(kind, namespace, resourceVersion);
    if (informer === undefined || fieldSelector !== undefined) return this.#live.list(kind, options);
    const uncertain = this.#uncertainCreates.in(informer.watching(namespace));
    if (uncertain.length > 0) {
      const answer = await this.#live.list(kind, options);
      for (const create of uncertain) create.visibleAt ??= answer.resourceVersion;
      return answer;
    }
    const items = this.#cache.list(kind, { namespace, labelSelector });
    return { items, resourceVersion: informer.versionOf(namespace) };
  }

  /** Always reads from the API server: the cache needs no pagination. */
  pages<T extends KubernetesObject>(kind: Kind<T>, options?: api.ListOptions): AsyncIterable<ObjectList<T>> {
    return this.#live.pages(kind, options);
  }

  watch<T extends KubernetesObject>(kind: Kind<T>, options?: api.WatchOptions): AsyncIterable<WatchEvent<T>> {
    return this.#live.watch(kind, options);
  }

  create<T extends KubernetesObject>(
    kind: Kind<T>,
    object: New<T>,
    options?: api.WriteOptions,
  ): Promise<DeepReadonly<T>> {
    return this.#write(kind, object.metadata, options, () => this.#live.create(kind, object, options));
  }

  update<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options?: api.WriteOptions,
  ): Promise<DeepReadonly<T>> {
    return this.#write(kind, object.metadata, options, () => this.#live.update(kind, object, options));
  }

  patch<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    patch: Patch,
    options?: api.PatchOptions,
  ): Promise<DeepReadonly<T>> {
    return this.#write(kind, key, options, () => this.#live.patch(kind, key, patch, options));
  }

  /** Sends no request if the same configuration was applied before and the object has not changed since. */
  async apply<T extends KubernetesObject>(
    kind: Kind<T>,
    object: Apply<T>,
    options?: api.ApplyOptions,
  ): Promise<DeepReadonly<T>> {
    const target = nameOf(object);
    const send = (): Promise<T> =>
      this.#write(kind, target, options, () => this.#live.apply(kind, object, options));
    if (options?.dryRun === true || !answersWithObject(options)) return send();

    const { fieldManager, fieldValidation, force, subresource } = options ?? {};
    const manager = fieldManager ?? ambientController() ?? null;
    const configuration = fingerprint([object, manager, fieldValidation, force, subresource]);
    const shown = this.#shown(kind, target);
    if (shown !== undefined && this.#applied.get(shown)?.has(configuration)) return shown;

    const answer = await send();
    const stored = this.#shown(kind, target);
    if (stored?.metadata.resourceVersion === answer.metadata.resourceVersion) {
      const known = this.#applied.get(stored) ?? new Set();
      if (known.size >= mostConfigurations) known.clear();
      this.#applied.set(stored, known.add(configuration));
    }
    return answer;
  }

  updateStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    options?: api.WriteOptions,
  ): Promise<DeepReadonly<T>> {
    return this.#write(kind, object.metadata, options, () => this.#live.updateStatus(kind, object, options));
  }

  patchStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepReadonly<T>,
    status: OrUndefined<api.StatusOf<T>>,
    options?: api.WriteOptions,
  ): Promise<DeepReadonly<T>> {
    // Either a new object, or `object` itself, which #write leaves as it is.
    const send = (): Promise<T> => this.#live.patchStatus(kind, object, status, options) as Promise<T>;
    return this.#write(kind, object.metadata, options, send);
  }

  applyStatus<T extends KubernetesObject>(
    kind: Kind<T>,
    object: DeepPartial<T>,
    options?: api.ApplyOptions,
  ): Promise<DeepReadonly<T>> {
    return this.#write(kind, nameOf(object), options, () => this.#live.applyStatus(kind, object, options));
  }

  subresource<T extends KubernetesObject, Name extends string>(
    kind: Kind<T>,
    key: ObjectKey,
    name: Name,
  ): api.SubresourceOf<T, Name> {
    return this.#live.subresource(kind, key, name);
  }

  getScale<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: api.RequestOptions,
  ): Promise<Scale> {
    return this.#live.getScale(kind, key, options);
  }

  /** The response is a Scale and not the object: the cache shows the change once the watch delivers it. */
  scale<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    replicas: number,
    options?: api.WriteOptions,
  ): Promise<Scale> {
    return this.#live.scale(kind, key, replicas, options);
  }

  evict(pod: ObjectKey, options?: api.DeleteOptions): Promise<void> {
    return this.#live.evict(pod, options);
  }

  logs(pod: ObjectKey, options?: api.LogOptions): AsyncIterable<string> {
    return this.#live.logs(pod, options);
  }

  exec(pod: ObjectKey, options: api.ExecOptions): Promise<CommandOutput> {
    return this.#live.exec(pod, options);
  }

  attach(pod: ObjectKey, options?: api.AttachOptions): Promise<CommandOutput> {
    return this.#live.attach(pod, options);
  }

  portForward(pod: ObjectKey, port: number, options?: api.PortForwardOptions): Promise<Duplex> {
    return this.#live.portForward(pod, port, options);
  }

  impersonate(user: ImpersonatedUser): LiveClient {
    return this.#live.impersonate(user);
  }

  discover(options?: api.RequestOptions): Promise<DiscoveredKind[]> {
    return this.#live.discover(options);
  }

  async delete<T extends KubernetesObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: api.DeleteOptions,
  ): Promise<void> {
    const informer = this.#shownIn(kind, key.namespace);
    if (informer === undefined || options?.dryRun === true || !isComplete(kind, key)) {
      return this.#live.delete(kind, key, options);
    }
    const target = scoped(kind, key);
    const write = informer.write(target);
    try {
      await this.#live.delete(kind, key, options);
    } catch (error) {
      write.abandoned();
      throw error;
    }
    if (isDeletedAtOnce(informer.store.get(storeKey(target)), options)) write.deleted();
    else write.abandoned();
  }

  /** Only the server knows which objects it deletes: the cache shows them until the watch delivers the deletions. */
  deleteCollection<T extends KubernetesObject>(
    kind: Kind<T>,
    options?: api.DeleteCollectionOptions,
  ): Promise<void> {
    return this.#live.deleteCollection(kind, options);
  }

  /** The kind's informer if it has synced and covers the namespace. */
  #readable<T extends KubernetesObject>(
    kind: Kind<T>,
    namespace: string | undefined,
    resourceVersion: string | undefined,
  ): Informer<T> | undefined {
    const informer = this.#cache.informer(kind);
    if (informer === undefined) return this.#reportMiss(kind);
    if (!informer.isSynced || resourceVersion !== undefined) return undefined;
    return informer.covers(namespace) ? informer : undefined;
  }

  /** The object as the cache shows it now. */
  #shown<T extends KubernetesObject>(kind: Kind<T>, target: Target): T | undefined {
    const informer = this.#readable(kind, target.namespace, undefined);
    return isComplete(kind, target) ? informer?.store.get(storeKeyIn(kind, target)) : undefined;
  }

  #reportMiss(kind: Kind): undefined {
    const name = `${kind.kind} (${kind.apiVersion})`;
    if (this.#reportedMisses.has(name)) return;
    this.#reportedMisses.add(name);
    this.#log.info('cache miss: no controller watches this kind, so every read goes to the API server', {
      kind: kind.kind,
      apiVersion: kind.apiVersion,
    });
  }

  /**
   * The informer that will receive the event of a write to the namespace. Only its cache may be ahead of the watch.
   */
  #shownIn<T extends KubernetesObject>(
    kind: Kind<T>,
    namespace: string | undefined,
  ): Informer<T> | undefined {
    const informer = this.#cache.informer(kind);
    return informer?.covers(namespace) === true ? informer : undefined;
  }

  async #write<T extends KubernetesObject>(
    kind: Kind<T>,
    target: Target,
    options: api.PatchOptions | undefined,
    send: () => Promise<T>,
  ): Promise<T> {
    const informer = this.#shownIn(kind, target.namespace);
    if (informer === undefined || options?.dryRun === true || !answersWithObject(options)) return send();
    const write = informer.write(isComplete(kind, target) ? scoped(kind, target) : {});
    let answer: T;
    try {
      answer = await send();
    } catch (error) {
      write.abandoned();
      if (target.name === undefined) {
        this.#uncertainCreates.createFailed(informer.watching(target.namespace), error);
      }
      throw error;
    }
    // The response may be the request itself if there was nothing to write, or the server may have chosen a
    // namespace.
    const isShown = informer.covers(answer.metadata.namespace) && informer.holds(answer);
    if (answer.metadata !== target && isShown) return write.wrote(answer);
    write.abandoned();
    return answer;
  }
}

/** Identifies a configuration without keeping it: it may be large and contain the data of Secrets. */
function fingerprint(configuration: unknown): string {
  return createHash('sha256').update(JSON.stringify(configuration)).digest('base64');
}

/** Other subresources return objects of other kinds, such as Scale. */
function answersWithObject({ subresource = 'status' }: api.PatchOptions = {}): boolean {
  return subresource === 'status';
}

interface Target {
  readonly name?: string | undefined;
  readonly namespace?: string | undefined;
}

/**
 * A namespaced object without a namespace is in the client's default namespace, which only the live client knows.
 */
function isComplete(kind: Kind, target: Target): target is ObjectKey {
  return target.name !== undefined && (kind.scope === 'Cluster' || (target.namespace ?? '') !== '');
}

function scoped(kind: Kind, { name, namespace }: ObjectKey): ObjectKey {
  return kind.scope === 'Cluster' || namespace === undefined ? { name } : { name, namespace };
}

function nameOf(object: { readonly metadata?: unknown }): Target {
  return (object.metadata ?? {}) as Target;
}

/** Whether a delete takes effect at once: no finalizers, no grace period of a Pod, no contents of a Namespace. */
function isDeletedAtOnce(
  object: KubernetesObject | undefined,
  options: api.DeleteOptions | undefined,
): boolean {
  if (object === undefined || ['Pod', 'Namespace'].includes(object.kind)) return false;
  const { propagationPolicy = 'Background' } = options ?? {};
  return propagationPolicy === 'Background' && (object.metadata.finalizers ?? []).length === 0;
}
