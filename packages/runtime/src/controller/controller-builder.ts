import type { Cache } from '../cache/cache.ts';
import type { Client } from '../client/client.ts';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logging/logger.ts';
import { compact } from '../objects/json.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { BlockDetector } from './block-detector.ts';
import { Controller, type ControllerOptions } from './controller.ts';
import {
  type IterableSourceOptions,
  iterableSource,
  type SourceMapFunction,
  type SourceValues,
} from './iterable-source.ts';
import type { ObjectFilter } from './object-filter.ts';
import { anyChange, notOwnStatus } from './predicates.ts';
import type { ReconcileMetrics } from './reconcile-metrics.ts';
import type { Reconciler } from './reconciler.ts';
import type { Request } from './result.ts';
import type { Recording } from '../runs/recording.ts';
import { predicateFor, priorityFor, type SourceOptions } from './source-options.ts';
import { type MapFunction, mappedSource, ownedSource, primarySource, type Source } from './sources.ts';
import type { Tracer } from '../tracing/tracing.ts';

/** Predicates of a watch, and the cluster to watch. */
export interface WatchesOptions<T extends KubernetesObject> extends SourceOptions<T> {
  /** The cluster to watch: `manager.cluster('member', …)`. Default: the cluster of the reconciled objects. */
  cluster?: { readonly cache: Cache } | undefined;
}

/** What a builder needs from the manager. */
export interface ControllerHost {
  readonly cache: Cache;
  readonly clock: Clock;
  /** From 0 up to 1, as `Math.random`. */
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics?: ReconcileMetrics;
  readonly blocks?: BlockDetector;
  readonly filter: ObjectFilter;
  readonly tracer?: Tracer | undefined;
  /** Undefined if runs are not recorded. */
  readonly recording?: Recording | undefined;
  /** Runs a reconcile, named in `what`. Default: directly. */
  readonly during?: (<T>(what: string, run: () => Promise<T>) => Promise<T>) | undefined;
  /** The name of the cache's cluster; undefined for the operator's own cluster. */
  readonly cluster?: string | undefined;
  /** Reads the field managers of an object that is reconciled in a loop. */
  readonly liveClient?: Pick<Client, 'find'>;
  register(controller: Controller): void;
}

/** The first step of building a controller: choose the kind to reconcile. */
export class ControllerBuilder {
  readonly #host: ControllerHost;
  readonly #name: string;

  constructor(host: ControllerHost, name: string) {
    this.#host = host;
    this.#name = name;
  }

  /**
   * Sets the kind to reconcile. By default every event triggers a reconcile except this process's own status writes.
   */
  for<T extends KubernetesObject>(kind: Kind<T>, options: SourceOptions<T> = {}): PrimaryControllerBuilder {
    const { filter, log } = this.#host;
    const counts = predicateFor(options, notOwnStatus, log);
    const source = primarySource(
      kind,
      (change) => filter.becomesSelected(change) || counts(change),
      priorityFor(options, log),
    );
    return new PrimaryControllerBuilder(this.#host, this.#name, kind, [source], {});
  }
}

/** Builds a controller: adds watches and options. Builders are immutable; every call returns a new one. */
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

  /** Reconciles the controller owner when an owned object of this kind changes. */
  owns<T extends KubernetesObject>(kind: Kind<T>, options: SourceOptions<T> = {}): PrimaryControllerBuilder {
    const { log } = this.#host;
    const predicate = predicateFor(options, anyChange, log);
    return this.#with(ownedSource(kind, this.#kind, predicate, priorityFor(options, log)));
  }

  /** Reconciles the objects that the map function returns when an object of this kind changes. */
  watches<T extends KubernetesObject>(
    kind: Kind<T>,
    map: MapFunction<T>,
    options: WatchesOptions<T> = {},
  ): PrimaryControllerBuilder {
    const { log } = this.#host;
    const source = mappedSource(
      kind,
      map,
      predicateFor(options, anyChange, log),
      priorityFor(options, log),
      log,
    );
    return this.#with({ ...source, ...(options.cluster && { cache: options.cluster.cache }) });
  }

  /**
   * Reconciles the objects that an external source names; see `SourceValues`. The map function turns other values
   * into requests.
   */
  source(
    values: SourceValues<Request>,
    map?: undefined,
    options?: IterableSourceOptions,
  ): PrimaryControllerBuilder;
  source<T>(
    values: SourceValues<T>,
    map: SourceMapFunction<T>,
    options?: IterableSourceOptions,
  ): PrimaryControllerBuilder;
  source<T extends Request>(
    values: SourceValues<T>,
    map: SourceMapFunction<T> = (request) => [request],
    options: IterableSourceOptions = {},
  ): PrimaryControllerBuilder {
    const { clock, log } = this.#host;
    return this.#with(iterableSource(values, map, { ...options, clock, log }));
  }

  /** Sets options; options set before are kept unless named again. */
  withOptions(options: ControllerOptions): PrimaryControllerBuilder {
    const merged = { ...this.#options, ...compact(options) };
    return new PrimaryControllerBuilder(this.#host, this.#name, this.#kind, this.#sources, merged);
  }

  /** Builds the controller and adds it to the manager, which starts and stops it. */
  reconcileWith(reconciler: Reconciler): Controller {
    const {
      cache,
      clock,
      random,
      log,
      metrics,
      blocks,
      filter,
      cluster,
      liveClient,
      tracer,
      recording,
      during,
    } = this.#host;
    const controller = new Controller({
      name: this.#name,
      kind: this.#kind,
      sources: this.#sources,
      reconciler,
      cache,
      clock,
      random,
      log,
      ...(metrics && { metrics }),
      ...(blocks && { blocks }),
      filter,
      cluster,
      liveClient,
      ...(tracer && { tracer }),
      recording,
      during,
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
