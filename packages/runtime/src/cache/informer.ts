import type { Requirement } from '@opgen/rules/selectors';
import type { LiveClient } from '../client/live-client.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind, View } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { labelsMatch, requirementsOf } from '../objects/selector.ts';
import { TimeSlice } from '../time-slice.ts';
import type { Change } from './change.ts';
import { isOlder } from './is-older.ts';
import { type KindSelection, type WatchSelection, watchSelections } from './kind-selection.ts';
import { Mirror, type WriteInProgress } from './mirror.ts';
import { type WatchProblem, Reflector } from './reflector.ts';
import { storeKeyOf } from './store-key.ts';
import type { IndexFunction, Store } from './store.ts';

export type ChangeHandler<T extends KubernetesObject> = (change: Change<T>) => void;

export interface InformerOptions extends KindSelection {
  client: Pick<LiveClient, 'list' | 'watch'>;
  clock: Clock;
  random: () => number;
  log: Logger;
  /** Freeze objects, so that writing to a cached object throws. */
  freeze: boolean;
  namespaces: KindSelection['namespaces'];
}

/**
 * Keeps one kind in memory, in sync with the API server, for all its users.
 *
 * A handler receives an event for every object and the changes of each object in order. Changes may be merged, but
 * the last event always has the final state. Handlers run synchronously, so they should only enqueue work.
 */
export class Informer<T extends KubernetesObject> {
  readonly kind: Kind<T>;
  readonly #clock: Clock;
  readonly #log: Logger;
  /** The namespaces to watch; all namespaces when undefined. */
  readonly namespaces: readonly string[] | undefined;
  /** What each watch covers. */
  readonly selections: readonly WatchSelection[];
  /** The selectors by namespace; for all namespaces, the key is undefined. */
  readonly #selectors: ReadonlyMap<string | undefined, Selectors>;
  readonly #mirror: Mirror<T>;
  /** The kind as it is requested from the API server. */
  readonly #shown: Kind<T>;
  readonly #reflectors: Reflector<T>[];
  #handlers: ChangeHandler<T>[] = [];
  readonly #unlisted: Set<Reflector<T>>;
  #markSynced = (): void => undefined;
  /** Resolves once the initial list is complete, or the informer has stopped. */
  readonly synced: Promise<void> = new Promise((resolve) => (this.#markSynced = resolve));

  constructor(kind: Kind<T>, options: InformerOptions) {
    const { namespaces, labelSelector, fieldSelector, freeze, ...shared } = options;
    this.kind = kind;
    this.#clock = options.clock;
    this.#log = options.log.child({ kind: kind.kind, apiVersion: kind.apiVersion });
    this.#mirror = new Mirror<T>({ freeze });
    this.selections = watchSelections({ namespaces, labelSelector, fieldSelector }, kind.scope === 'Cluster');
    this.#selectors = new Map(this.selections.map((each) => [each.namespace, selectorsOf(each)]));
    const watched = this.selections.flatMap(({ namespace }) => namespace ?? []);
    this.namespaces = watched.length === 0 ? undefined : watched;
    this.#shown = { ...kind, ...(kind.view && { view: this.#guarded(kind.view) }) };
    this.#reflectors = this.selections.map((selection) => this.#reflector(selection, shared));
    this.#unlisted = new Set(this.#reflectors);
  }

  /** The cached objects. Before `synced` it may be empty or lack namespaces. */
  get store(): Store<T> {
    return this.#mirror.store;
  }

  get isSynced(): boolean {
    return this.#unlisted.size === 0;
  }

  /** Whether the namespace is watched. */
  covers(namespace: string | undefined): boolean {
    return this.namespaces === undefined || namespace === undefined || this.namespaces.includes(namespace);
  }

  /** Whether a selector excludes some objects of a watched namespace. */
  isSelectiveIn(namespace: string | undefined): boolean {
    const selectors = this.#selectorsIn(namespace);
    return selectors !== undefined && (selectors.fields || selectors.labels.length > 0);
  }

  /** Whether the watch is certain to deliver the object. Only the server can evaluate field selectors. */
  holds({ metadata: { labels, namespace } }: KubernetesObject): boolean {
    const selectors = this.#selectorsIn(namespace);
    return selectors !== undefined && !selectors.fields && labelsMatch(selectors.labels, labels);
  }

  /** The reflectors that watch the namespace; all of them when undefined. */
  watching(namespace: string | undefined): readonly Reflector<T>[] {
    if (this.namespaces === undefined || namespace === undefined) return this.#reflectors;
    return this.#reflectors.filter((reflector) => reflector.namespace === namespace);
  }

  /**
   * The resource version of the namespace's contents, or the oldest of all namespaces: a watch from it misses
   * nothing.
   */
  versionOf(namespace: string | undefined): string {
    const versions = this.watching(namespace).map(({ resourceVersion }) => resourceVersion);
    return versions.reduce((oldest, version) => (isOlder(version, oldest) ? version : oldest));
  }

  /** The current problems with listing or watching the kind. */
  get problems(): WatchProblem[] {
    return this.#reflectors.flatMap(({ problem }) => problem ?? []);
  }

  /** Number of relists, because a watch could not resume. */
  get relists(): number {
    return this.#reflectors.reduce((sum, { lists }) => sum + Math.max(0, lists - 1), 0);
  }

  /** Milliseconds since the last event or bookmark of the watch that has been idle longest. */
  get idleTime(): number | undefined {
    const idleTimes = this.#reflectors.flatMap(({ idleTime }) => idleTime ?? []);
    return idleTimes.length === 0 ? undefined : Math.max(...idleTimes);
  }

  /**
   * Calls the handler for every existing object, now or once it is listed, and for every change after that. Call the
   * returned function to stop.
   */
  onChange(handler: ChangeHandler<T>): () => void {
    this.#handlers.push(handler);
    for (const object of this.store.values()) {
      this.#notify(handler, { type: 'added', object, initial: true, own: false });
    }
    return () => {
      this.#handlers = this.#handlers.filter((each) => each !== handler);
    };
  }

  /** Like `Store.addIndex`, but logs errors of the function: they must not stop the watch. */
  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    this.store.addIndex(name, (object) => {
      try {
        return valuesOf(object);
      } catch (error) {
        this.#log.error('index function failed; the object is missing from this index', {
          error,
          index: name,
          object: storeKeyOf(object),
        });
        return [];
      }
    });
  }

  /** Announces a write of this process; see `Mirror`. */
  write(target: Partial<ObjectKey>): WriteInProgress<T> {
    return this.#mirror.write(target, (change) => this.#deliver(change));
  }

  start(): void {
    for (const reflector of this.#reflectors) reflector.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.stop()));
    // A controller of another cluster must not wait for a list that never comes.
    this.#markSynced();
  }

  #selectorsIn(namespace: string | undefined): Selectors | undefined {
    return this.#selectors.get(namespace) ?? this.#selectors.get(undefined);
  }

  /**
   * A projection that throws must not stop the watch. The object is cached with its metadata only; without it a
   * controller would treat the object as deleted.
   */
  #guarded(view: View): View {
    const show = (object: KubernetesObject): KubernetesObject => {
      try {
        return view.show(object);
      } catch (error) {
        this.#log.error('projection failed; only the metadata of the object is cached', {
          error,
          object: storeKeyOf(object),
        });
        const { apiVersion, kind } = this.kind;
        return { apiVersion, kind, metadata: object.metadata };
      }
    };
    return { ...view, show };
  }

  #reflector(
    { namespace, labelSelector, fieldSelector }: WatchSelection,
    shared: Pick<InformerOptions, 'client' | 'clock' | 'random'>,
  ): Reflector<T> {
    const reflector: Reflector<T> = new Reflector({
      ...shared,
      kind: this.#shown,
      log: namespace === undefined ? this.#log : this.#log.child({ namespace }),
      ...(namespace !== undefined && { namespace }),
      labelSelector,
      fieldSelector,
      sink: {
        take: (object) => this.#mirror.take(object),
        receive: (event) => {
          for (const change of this.#mirror.receive(event)) this.#deliver(change);
        },
        replace: async (items, resourceVersion) => {
          const initial = this.#unlisted.has(reflector);
          const changes = this.#mirror.replace(items, resourceVersion, namespace);
          // Nobody reads before the initial list is complete, so it may be added step by step; later lists are
          // swapped in atomically.
          await this.#deliverAll(initial ? changes : [...changes], initial);
          this.#unlisted.delete(reflector);
          if (initial && this.isSynced) this.#markSynced();
        },
      },
    });
    return reflector;
  }

  async #deliverAll(changes: Iterable<Change<T>>, initial: boolean): Promise<void> {
    const slice = new TimeSlice(this.#clock);
    for (const change of changes) {
      this.#deliver(initial ? { ...change, initial } : change);
      if (slice.isUsedUp) await slice.yield();
    }
  }

  #deliver(change: Change<T>): void {
    for (const handler of this.#handlers) this.#notify(handler, change);
  }

  /** A handler that throws must not stop other handlers or the watch. */
  #notify(handler: ChangeHandler<T>, change: Change<T>): void {
    try {
      handler(change);
    } catch (error) {
      this.#log.error('change handler failed', { error });
    }
  }
}

/** The selectors of one watch, as far as they can be evaluated here. */
interface Selectors {
  readonly labels: readonly Requirement[];
  /** Whether there is a field selector. */
  readonly fields: boolean;
}

function selectorsOf({ labelSelector = '', fieldSelector }: WatchSelection): Selectors {
  const labels = requirementsOf(
    typeof labelSelector === 'string' ? labelSelector : { matchLabels: labelSelector },
  );
  return { labels, fields: fieldSelector !== undefined };
}
