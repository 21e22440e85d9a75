import type { Kind, View } from '../objects/kind.ts';
import type { KubernetesObject, ObjectKey } from '../objects/object.ts';
import { Informer, type InformerOptions } from './informer.ts';
import type { KindSelection } from './kind-selection.ts';
import type { WatchProblem } from './reflector.ts';
import { storeKeyIn } from './store-key.ts';
import type { IndexFunction, IndexQuery } from './store.ts';

/** How one kind in the cache fares. */
export interface KindStatus {
  readonly kind: Kind;
  /** The namespaces that are watched; all when undefined. */
  readonly namespaces: readonly string[] | undefined;
  readonly synced: boolean;
  readonly problems: readonly WatchProblem[];
  /** Objects in memory. */
  readonly objects: number;
  /** How often everything was read again. */
  readonly relists: number;
  /** Milliseconds since the server last said something; undefined before it ever did. */
  readonly silence: number | undefined;
}

/**
 * The kinds that were declared, in memory: one watch a kind (and namespace), however many ask for it.
 *
 * Objects are shared with everyone who reads them. Never change one; copy it.
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
   * Which objects of the kind to hold, where that is not all of them. To be called before a controller declares
   * the kind. What is not held is read from the server by its name, and is in no list.
   */
  configure<T extends KubernetesObject>(kind: Kind<T>, selection: KindSelection): void {
    if (this.informer(kind) !== undefined) {
      throw new Error(
        `${kind.kind} (${kind.apiVersion}) is in the cache already: configure it before it is declared`,
      );
    }
    requireNamespaces(selection.namespaces);
    this.#selections.set(idOf(kind), selection);
  }

  /** Holds the kind in memory from now on, or from `start` on. */
  declare<T extends KubernetesObject>(kind: Kind<T>): Informer<T> {
    const known = this.informer(kind);
    if (known !== undefined) return known;
    const informer = new Informer(kind, { ...this.#options, ...this.#selections.get(idOf(kind)) });
    this.#informers.set(idOf(kind), informer as unknown as Informer<KubernetesObject>);
    if (this.#started) informer.start();
    return informer;
  }

  /** Holds the kind in memory no more. Who still watches it hears of nothing, and is to be disconnected before. */
  async forget<T extends KubernetesObject>(kind: Kind<T>): Promise<void> {
    const informer = this.informer(kind);
    this.#informers.delete(idOf(kind));
    await informer?.stop();
  }

  /** The informer of a declared kind. */
  informer<T extends KubernetesObject>(kind: Kind<T>): Informer<T> | undefined {
    // The map's key names the kind, and so the type of the objects that its informer holds.
    return this.#informers.get(idOf(kind)) as unknown as Informer<T> | undefined;
  }

  /** The object, or `undefined` when there is none; throws when the kind is not declared. */
  find<T extends KubernetesObject>(kind: Kind<T>, key: ObjectKey): T | undefined {
    return this.#declared(kind).store.get(storeKeyIn(kind, key));
  }

  /**
   * Files all objects of the kind under the values that the function gives, for `withIndex`. The function
   * must give the same values whenever it is asked about the same object; one that throws files it nowhere.
   */
  addIndex<T extends KubernetesObject>(kind: Kind<T>, name: string, valuesOf: IndexFunction<T>): void {
    this.declare(kind).addIndex(name, valuesOf);
  }

  /** `withIndex(Memcached, 'image', 'memcached:1.6')`, or `{ anyOf: […] }`, or `{ prefix: 'memcached:' }`. */
  withIndex<T extends KubernetesObject>(kind: Kind<T>, name: string, query: IndexQuery): T[] {
    return [...this.#declared(kind).store.withIndex(name, query)];
  }

  /** Objects of the kind that name the owner, by its uid, in their metadata. */
  ownedBy<T extends KubernetesObject>(kind: Kind<T>, owner: KubernetesObject): T[] {
    return [...this.#declared(kind).store.ownedBy(owner.metadata.uid)];
  }

  /** How every declared kind fares. */
  status(): KindStatus[] {
    return [...this.#informers.values()].map((informer) => ({
      kind: informer.kind,
      namespaces: informer.namespaces,
      synced: informer.isSynced,
      problems: informer.problems,
      objects: informer.store.size,
      relists: informer.relists,
      silence: informer.silence,
    }));
  }

  /** Begins to read and watch what is declared, and from now on what will be. The manager calls it. */
  start(): void {
    this.#started = true;
    for (const informer of this.#informers.values()) informer.start();
  }

  /** Resolves once all that exists of these kinds (by default, of all that are declared) has been read. */
  async waitForSync(kinds?: readonly Kind[]): Promise<void> {
    const informers = kinds?.map((kind) => this.#declared(kind)) ?? [...this.#informers.values()];
    await Promise.all(informers.map(({ synced }) => synced));
  }

  /** Resolves when no watch and no timer is left. What was read stays readable. */
  async stop(): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informer) => informer.stop()));
  }

  #declared<T extends KubernetesObject>(kind: Kind<T>): Informer<T> {
    const informer = this.informer(kind);
    if (informer === undefined)
      throw new Error(`${kind.kind} (${kind.apiVersion}) is not in the cache: declare it`);
    return informer;
  }
}

/** No namespace at all would mean no watch at all, and an operator that does nothing while every probe is green. */
function requireNamespaces(namespaces: readonly string[] | undefined): void {
  if (namespaces?.length !== 0) return;
  throw new RangeError(
    'namespaces is empty: name at least one, or leave the option out to watch all namespaces',
  );
}

/** Whole objects and their metadata are there once each; a projection is what its function makes it. */
function idOf({ apiVersion, plural, view }: Kind): string | View {
  if (view === undefined) return `${apiVersion}/${plural}`;
  return view.metadataOnly ? `${apiVersion}/${plural} metadata` : view;
}
