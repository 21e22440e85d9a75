import type { Cache } from '../cache/cache.ts';
import { storeKeyOf } from '../cache/store-key.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import type { ReconcileMetrics } from '../metrics/reconcile-metrics.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { Attention } from './attention.ts';
import { Controller, type ControllerOptions } from './controller.ts';
import { allOf, anyChange, notOwnStatus, type Predicate } from './predicates.ts';
import type { Reconciler } from './reconciler.ts';
import type { Tracer } from './tracing.ts';
import { type MapFunction, mappedSource, ownedSource, primarySource, type Source } from './sources.ts';

export interface SourceOptions<T extends KubernetesObject> {
  /**
   * Which changes count: all of the predicates must agree, and one that throws does. Given, they stand in
   * place of the default.
   */
  predicates?: readonly Predicate<T>[];
}

export interface WatchesOptions<T extends KubernetesObject> extends SourceOptions<T> {
  /** Watch it there: `manager.cluster('member', …)`. Default: where the objects to reconcile are. */
  cluster?: { readonly cache: Cache };
}

/** What a builder needs of the manager. */
export interface ControllerHost {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics?: ReconcileMetrics;
  readonly attention: Attention;
  readonly tracer?: Tracer | undefined;
  /** The name of the cluster whose cache it is; undefined for the operator's own. */
  readonly cluster?: string | undefined;
  register(controller: Controller): void;
}

/** A controller that has a name, and needs to know what it is for. */
export class ControllerBuilder {
  readonly #host: ControllerHost;
  readonly #name: string;

  constructor(host: ControllerHost, name: string) {
    this.#host = host;
    this.#name = name;
  }

  /** The kind whose objects are reconciled. By default every change counts but our own writes of the status. */
  for<T extends KubernetesObject>(kind: Kind<T>, options: SourceOptions<T> = {}): PrimaryControllerBuilder {
    const { attention, log } = this.#host;
    const counts = combined(options, notOwnStatus, log);
    const source = primarySource(kind, (change) => attention.isDrawnBy(change) || counts(change));
    return new PrimaryControllerBuilder(this.#host, this.#name, kind, [source], {});
  }
}

/** A controller that knows what it is for, and may listen to more. Every call gives a builder of its own. */
export class PrimaryControllerBuilder {
  readonly #host: ControllerHost;
  readonly #name: string;
  readonly #kind: Kind;
  readonly #sources: readonly Source[];
  readonly #options: ControllerOptions;

  constructor(
    host: ControllerHost,
    name: string,
    kind: Kind,
    sources: readonly Source[],
    options: ControllerOptions,
  ) {
    this.#host = host;
    this.#name = name;
    this.#kind = kind;
    this.#sources = sources;
    this.#options = options;
  }

  /** Reconciles an object when one that it controls, by owner reference, changes. */
  owns<T extends KubernetesObject>(kind: Kind<T>, options: SourceOptions<T> = {}): PrimaryControllerBuilder {
    return this.#with(ownedSource(kind, this.#kind, combined(options, anyChange, this.#host.log)));
  }

  /** Reconciles the objects that the function names when an object of this kind changes. */
  watches<T extends KubernetesObject>(
    kind: Kind<T>,
    map: MapFunction<T>,
    options: WatchesOptions<T> = {},
  ): PrimaryControllerBuilder {
    const { log } = this.#host;
    const source = mappedSource(kind, map, combined(options, anyChange, log), log);
    return this.#with({ ...source, ...(options.cluster && { cache: options.cluster.cache }) });
  }

  withOptions(options: ControllerOptions): PrimaryControllerBuilder {
    const merged = { ...this.#options, ...options };
    return new PrimaryControllerBuilder(this.#host, this.#name, this.#kind, this.#sources, merged);
  }

  /** Hands the controller to the manager, which starts and stops it. */
  reconcileWith(reconciler: Reconciler): Controller {
    const { cache, clock, log, metrics, attention, cluster, tracer } = this.#host;
    const controller = new Controller({
      name: this.#name,
      kind: this.#kind,
      sources: this.#sources,
      reconciler,
      cache,
      clock,
      log,
      ...(metrics && { metrics }),
      attention,
      cluster,
      ...(tracer && { tracer }),
      options: this.#options,
    });
    this.#host.register(controller);
    return controller;
  }

  #with(source: Source): PrimaryControllerBuilder {
    const sources = [...this.#sources, source];
    return new PrimaryControllerBuilder(this.#host, this.#name, this.#kind, sources, this.#options);
  }
}

function combined<T extends KubernetesObject>(
  { predicates }: SourceOptions<T>,
  byDefault: Predicate,
  log: Logger,
): Predicate<T> {
  if (predicates === undefined) return byDefault;
  const all = allOf(...predicates);
  return (change) => {
    try {
      return all(change);
    } catch (error) {
      log.error('a predicate failed, so the change counts', { error, object: storeKeyOf(change.object) });
      return true;
    }
  };
}
