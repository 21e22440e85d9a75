import type { Requirement } from '@opgen/rules/selectors';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { Kind, View } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { labelsMatch, requirementsOf } from '../objects/selector.ts';
import { TimeSlice } from '../time-slice.ts';
import type { Change } from './change.ts';
import { isOlder } from './is-older.ts';
import type { KindSelection } from './kind-selection.ts';
import { Mirror, type WriteInProgress } from './mirror.ts';
import { type WatchProblem, Reflector } from './reflector.ts';
import { storeKeyOf } from './store-key.ts';
import type { IndexFunction, Store } from './store.ts';

export type ChangeHandler<T extends KubernetesObject> = (change: Change<T>) => void;

export interface InformerOptions extends Pick<KindSelection, 'labelSelector' | 'fieldSelector'> {
  client: Pick<Client, 'list' | 'watch'>;
  clock: Clock;
  random: () => number;
  log: Logger;
  /** Make objects unchangeable, so that a reader who writes to one is found out. */
  freeze: boolean;
  /** The namespaces to watch; all when undefined. */
  namespaces: readonly string[] | undefined;
}

/**
 * One kind in memory, kept in step with the server, shared by all who ask for it.
 *
 * A handler hears of every object, and of the changes of one in their order; several may come as one, and the
 * last that it hears is always the state that stays. Handlers are called in between other things, so they
 * should only take note.
 */
export class Informer<T extends KubernetesObject> {
  readonly kind: Kind<T>;
  readonly #clock: Clock;
  readonly #log: Logger;
  /** The namespaces that are watched; all when undefined. */
  readonly namespaces: readonly string[] | undefined;
  readonly #labels: readonly Requirement[];
  readonly #fields: string | undefined;
  readonly #mirror: Mirror<T>;
  /** The kind as it is read. */
  readonly #shown: Kind<T>;
  readonly #reflectors: Reflector<T>[];
  #handlers: ChangeHandler<T>[] = [];
  readonly #unlisted: Set<Reflector<T>>;
  #markSynced = (): void => undefined;
  /** Resolves once everything that exists has been read. */
  readonly synced: Promise<void> = new Promise((resolve) => (this.#markSynced = resolve));

  constructor(kind: Kind<T>, options: InformerOptions) {
    const { namespaces, freeze, ...shared } = options;
    this.kind = kind;
    this.#clock = options.clock;
    this.#log = options.log.child({ kind: kind.kind, apiVersion: kind.apiVersion });
    this.#mirror = new Mirror<T>({ freeze });
    const { labelSelector = '', fieldSelector } = options;
    this.#labels = requirementsOf(
      typeof labelSelector === 'string' ? labelSelector : { matchLabels: labelSelector },
    );
    this.#fields = fieldSelector;
    this.namespaces = kind.scope === 'Cluster' ? undefined : namespaces;
    this.#shown = { ...kind, ...(kind.view && { view: this.#guarded(kind.view) }) };
    this.#reflectors = (this.namespaces ?? [undefined]).map((namespace) =>
      this.#reflector(namespace, shared),
    );
    this.#unlisted = new Set(this.#reflectors);
  }

  /** What is in memory. Before `synced` it may be empty or lack namespaces. */
  get store(): Store<T> {
    return this.#mirror.store;
  }

  get isSynced(): boolean {
    return this.#unlisted.size === 0;
  }

  /** Whether objects of the namespace are watched. */
  covers(namespace: string | undefined): boolean {
    return this.namespaces === undefined || namespace === undefined || this.namespaces.includes(namespace);
  }

  /** Whether there are objects of the kind, in the namespaces that are watched, which it does not hold. */
  get isSelective(): boolean {
    return this.#fields !== undefined || this.#labels.length > 0;
  }

  /** Whether the watch will surely tell of the object. What fields select only the server knows. */
  holds(object: KubernetesObject): boolean {
    return this.#fields === undefined && labelsMatch(this.#labels, object.metadata.labels);
  }

  /** What reads and watches the namespace; all that there is when undefined. */
  watching(namespace: string | undefined): readonly Reflector<T>[] {
    if (this.namespaces === undefined || namespace === undefined) return this.#reflectors;
    return this.#reflectors.filter((reflector) => reflector.namespace === namespace);
  }

  /** The version that is shown of the namespace, or of all at least: a watch from there on misses nothing. */
  versionOf(namespace: string | undefined): string {
    const versions = this.watching(namespace).map(({ resourceVersion }) => resourceVersion);
    return versions.reduce((oldest, version) => (isOlder(version, oldest) ? version : oldest));
  }

  /** What keeps the kind from being read or watched right now. */
  get problems(): WatchProblem[] {
    return this.#reflectors.flatMap(({ problem }) => problem ?? []);
  }

  /** How often everything was read again, because the server could not go on from where a watch ended. */
  get relists(): number {
    return this.#reflectors.reduce((sum, { lists }) => sum + Math.max(0, lists - 1), 0);
  }

  /** Milliseconds since the server last said something, of the watch that has been silent for longest. */
  get silence(): number | undefined {
    const silences = this.#reflectors.flatMap(({ silence }) => silence ?? []);
    return silences.length === 0 ? undefined : Math.max(...silences);
  }

  /**
   * Calls the handler for all that exists, now or once it is read, and for every change after that, until the
   * function that it returns is called.
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

  /** As `Store.addIndex`, but a function that throws is reported: the watch has to go on. */
  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    this.store.addIndex(name, (object) => {
      try {
        return valuesOf(object);
      } catch (error) {
        this.#log.error('an index function failed', { error, index: name, object: storeKeyOf(object) });
        return [];
      }
    });
  }

  /** Announces a write of ours; see `Mirror`. */
  write(target: Partial<ObjectKey>): WriteInProgress<T> {
    return this.#mirror.write(target, (change) => this.#deliver(change));
  }

  start(): void {
    for (const reflector of this.#reflectors) reflector.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.stop()));
  }

  /**
   * A projection that throws must not keep the kind from being read. The object stays, with its metadata alone: without
   * it a controller would take it for deleted.
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
    namespace: string | undefined,
    shared: Omit<InformerOptions, 'log' | 'freeze' | 'namespaces'>,
  ): Reflector<T> {
    const reflector: Reflector<T> = new Reflector({
      ...shared,
      kind: this.#shown,
      log: namespace === undefined ? this.#log : this.#log.child({ namespace }),
      ...(namespace !== undefined && { namespace }),
      sink: {
        take: (object) => this.#mirror.take(object),
        receive: (event) => {
          for (const change of this.#mirror.receive(event)) this.#deliver(change);
        },
        replace: async (items, resourceVersion) => {
          const initial = this.#unlisted.has(reflector);
          const changes = this.#mirror.replace(items, resourceVersion, namespace);
          // Nobody reads before the first list is in, so it may come piece by piece; others are swapped in.
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

  /** A handler that throws must not keep the others, or the watch, from going on. */
  #notify(handler: ChangeHandler<T>, change: Change<T>): void {
    try {
      handler(change);
    } catch (error) {
      this.#log.error('a change handler failed', { error });
    }
  }
}
