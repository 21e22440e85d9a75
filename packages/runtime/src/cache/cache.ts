import type { LabelQuery } from '../client/client.ts';
import { compact } from '../objects/json.ts';
import type { DeepReadonly } from '../objects/deep-readonly.ts';
import type { KeyFor, Kind, Scope, View } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { labelsMatch, requirementsOf } from '../objects/selector.ts';
import { Informer, type InformerOptions } from './informer.ts';
import { type KindSelection, requireNamespaces, type WatchSelection } from './kind-selection.ts';
import type { WatchProblem } from './reflector.ts';
import { storeKeyIn } from './store-key.ts';
import type { IndexFunction, IndexQuery } from './store.ts';

/** The state of one cached kind. */
export interface KindStatus {
  readonly kind: Kind;
  /** The namespaces to watch; all namespaces when undefined. */
  readonly namespaces: readonly string[] | undefined;
  /** What each watch covers. */
  readonly watches: readonly WatchSelection[];
  readonly synced: boolean;
  readonly problems: readonly WatchProblem[];
  /** Number of cached objects. */
  readonly objects: number;
  /** Number of relists. */
  readonly relists: number;
  /** Milliseconds since the last event or bookmark; undefined before the first response. */
  readonly idleTime: number | undefined;
}

/** Which cached objects to list. */
export interface CachedListOptions {
  namespace?: string | undefined;
  labelSelector?: LabelQuery | undefined;
}

/**
 * Keeps the declared kinds in memory. There is one watch per kind and namespace, no matter how many controllers use
 * it.
 *
 * All readers share the cached objects, so they are read-only. To change one, change a `draft` of it.
 */
export class Cache {
  readonly #options: InformerOptions;
  readonly #informers = new Map<string | View, Informer<KubernetesObject>>();
  readonly #selections = new Map<string | View, KindSelection>();
  #started = false;

  constructor(options: InformerOptions) {
    requireNamespaces(options.namespaces);
    this.#options = options;
  }

  /**
   * Limits which objects of the kind are cached, with other selectors in some namespaces if needed. Call it before a
   * controller declares the kind. `get` and `find` read other objects from the API server; lists of all namespaces do not
   * contain them, and lists of a namespace that is not cached go to the API server.
   */
  configure<T extends KubernetesObject>(kind: Kind<T>, selection: KindSelection): void {
    if (this.informer(kind) !== undefined) {
      throw new Error(
        `${kind.kind} (${kind.apiVersion}) is already cached: call configure before a controller watches it`,
      );
    }
    requireNamespaces(selection.namespaces);
    this.#selections.set(idOf(kind), compact(selection));
  }

  /** Caches the kind from now on, or from `start` on. */
  declare<T extends KubernetesObject>(kind: Kind<T>): Informer<T> {
    const known = this.informer(kind);
    if (known !== undefined) return known;
    const informer = new Informer(kind, { ...this.#options, ...this.#selections.get(idOf(kind)) });
    this.#informers.set(idOf(kind), informer as unknown as Informer<KubernetesObject>);
    if (this.#started) informer.start();
    return informer;
  }

  /** Stops caching the kind. Disconnect its watchers first: they receive no further events. */
  async forget<T extends KubernetesObject>(kind: Kind<T>): Promise<void> {
    const informer = this.informer(kind);
    this.#informers.delete(idOf(kind));
    await informer?.stop();
  }

  /** The informer of a declared kind. */
  informer<T extends KubernetesObject>(kind: Kind<T>): Informer<T> | undefined {
    // The map's key identifies the kind and therefore the type of the informer's objects.
    return this.#informers.get(idOf(kind)) as unknown as Informer<T> | undefined;
  }

  /** The object, or `undefined` if it is not in the cache; throws when the kind is not declared. */
  find<T extends KubernetesObject, S extends Scope = Scope, Key extends ObjectKey = ObjectKey>(
    kind: Kind<T, S>,
    key: Key & KeyFor<S, Key>,
  ): DeepReadonly<T> | undefined {
    return this.#declared(kind).store.get(storeKeyIn(kind, key));
  }

  /**
   * The cached objects of the kind, without waiting and without a request; throws when the kind is not declared.
   * Default: all namespaces.
   */
  list<T extends KubernetesObject>(kind: Kind<T>, options: CachedListOptions = {}): DeepReadonly<T>[] {
    const { namespace = '', labelSelector = {} } = options;
    const { store } = this.#declared(kind);
    const requirements = requirementsOf(
      typeof labelSelector === 'string' ? labelSelector : { matchLabels: labelSelector },
    );
    const everywhere = namespace === '' || kind.scope === 'Cluster';
    const objects: DeepReadonly<T>[] = [];
    for (const object of everywhere ? store.values() : store.inNamespace(namespace)) {
      if (labelsMatch(requirements, object.metadata.labels)) objects.push(object);
    }
    return objects;
  }

  /**
   * Adds an index over the objects of the kind for use with `withIndex`. The function must be deterministic. An
   * object for which it throws is missing from the index.
   */
  addIndex<T extends KubernetesObject>(kind: Kind<T>, name: string, valuesOf: IndexFunction<T>): void {
    this.declare(kind).addIndex(name, valuesOf);
  }

  /** `withIndex(Memcached, 'image', 'memcached:1.6')`, or `{ anyOf: […] }`, or `{ prefix: 'memcached:' }`. */
  withIndex<T extends KubernetesObject>(kind: Kind<T>, name: string, query: IndexQuery): DeepReadonly<T>[] {
    return [...this.#declared(kind).store.withIndex(name, query)];
  }

  /** Objects of the kind that have an owner reference with the owner's uid. */
  ownedBy<T extends KubernetesObject>(kind: Kind<T>, owner: KubernetesObject): DeepReadonly<T>[] {
    return [...this.#declared(kind).store.ownedBy(owner.metadata.uid)];
  }

  /** The state of every declared kind. */
  status(): KindStatus[] {
    return [...this.#informers.values()].map((informer) => ({
      kind: informer.kind,
      namespaces: informer.namespaces,
      watches: informer.selections,
      synced: informer.isSynced,
      problems: informer.problems,
      objects: informer.store.size,
      relists: informer.relists,
      idleTime: informer.idleTime,
    }));
  }

  /** Starts to list and watch all declared kinds, including those declared later. The manager calls it. */
  start(): void {
    this.#started = true;
    for (const informer of this.#informers.values()) informer.start();
  }

  /**
   * Resolves once the initial lists of these kinds are complete, or the cache has stopped. Default: all declared kinds.
   */
  async waitForSync(kinds?: readonly Kind[]): Promise<void> {
    const informers = kinds?.map((kind) => this.#declared(kind)) ?? [...this.#informers.values()];
    await Promise.all(informers.map(({ synced }) => synced));
  }

  /** Resolves when all watches and timers have stopped. Cached objects stay readable. */
  async stop(): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informer) => informer.stop()));
  }

  #declared<T extends KubernetesObject>(kind: Kind<T>): Informer<T> {
    const informer = this.informer(kind);
    if (informer === undefined)
      throw new Error(`${kind.kind} (${kind.apiVersion}) is not cached: call cache.declare first`);
    return informer;
  }
}

/** Whole objects and metadata are cached once per kind; each projection function has a cache of its own. */
function idOf({ apiVersion, plural, view }: Kind): string | View {
  if (view === undefined) return `${apiVersion}/${plural}`;
  return view.metadataOnly ? `${apiVersion}/${plural} metadata` : view;
}
