import { Cache } from '../cache/cache.ts';
import { CachedClient } from '../cache/cached-client.ts';
import { ambientController } from '../client/ambient-controller.ts';
import type { Client } from '../client/client.ts';
import type { LiveClient } from '../client/live-client.ts';
import { createClient } from '../client/create-client.ts';
import { Mapper } from '../client/mapper.ts';
import type { Clock } from '../clock.ts';
import type { Component } from '../component.ts';
import { buildComposite, type CompositeHost } from '../composite/build-composite.ts';
import type { CompositeOptions } from '../composite/composite.ts';
import type { ControllerBuilder } from '../controller/controller-builder.ts';
import type { Controller } from '../controller/controller.ts';
import { buildDecorator } from '../decorator/build-decorator.ts';
import type { DecoratorOptions } from '../decorator/decorator.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import { FencedTransport } from '../leader-election/fenced-transport.ts';
import type { Logger } from '../logging/logger.ts';
import { shortened } from '../objects/child-name.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { PlanParent } from '../plans/plan-status.ts';
import { buildPlans, type PlansOptions } from '../plans/plans.ts';
import { type FindCached, RecordingTransport } from '../runs/recording-transport.ts';
import { TracedTransport } from '../tracing/traced-transport.ts';
import type { Tracer } from '../tracing/tracing.ts';
import { type KubeConfigOptions, kubeConfigTransport } from '../transport/kube-config-transport.ts';
import { MeasuredTransport, type RequestMetrics } from '../transport/measured-transport.ts';
import type { Transport } from '../transport/transport.ts';
import { LazyTransport } from './lazy-transport.ts';

/** The API server, the namespaces to watch, and how writes are made. */
export interface ClusterOptions {
  /**
   * The connection to the API server. Default: from the kubeconfig. The caller closes a transport that it passes.
   */
  transport?: Transport | undefined;
  /** The kubeconfig and context to use, if `transport` is not set. */
  kubeConfig?: KubeConfigOptions | undefined;
  /** The namespaces to watch. Default: all. Use `watchNamespaces()` to read them from the environment. */
  namespaces?: readonly string[] | undefined;
  /**
   * The field manager of writes; in a reconcile, the name of the controller is appended: `<fieldManager>-<controller>`.
   * Two operators or controllers that apply with the same field manager remove each other's fields. Default: the id of
   * the leader election lease, otherwise the name of the package or of the Pod's Deployment.
   */
  fieldManager?: string | undefined;
  /**
   * Field managers with which earlier versions of the operator applied, for instance before it was renamed. What they
   * applied to an object is transferred to the controller that next applies it. `fieldManager` itself, which all
   * controllers once shared, is always transferred. Default: none.
   */
  formerFieldManagers?: readonly string[] | undefined;
  /** How the server handles unknown fields. Server default: `Warn`; the warnings are logged. */
  fieldValidation?: 'Strict' | 'Warn' | 'Ignore' | undefined;
}

export interface ClusterParts extends ClusterOptions {
  /** Undefined for the operator's own cluster. */
  name: string | undefined;
  clock: Clock;
  random: () => number;
  log: Logger;
  freezeObjects: boolean;
  requests: RequestMetrics;
  /** Creates a span for every request. */
  tracer: Tracer | undefined;
  /** Whether the requests of reconciles are recorded. */
  records: boolean;
  /** Starts building a controller for objects of the cluster. */
  controller: (cluster: Cluster, name: string) => ControllerBuilder;
  /** Records events in the operator's own cluster. */
  recorder: (name: string) => EventRecorder;
}

/** One cluster of a manager: its clients, its cache and its controllers. */
export class Cluster implements Component {
  readonly name: string;
  readonly stage = 'caches';
  /** The cluster name in requests; undefined for the operator's own cluster. */
  readonly id: string | undefined;
  /** Reads watched kinds from the cache and all others from the API server. */
  readonly client: Client;
  /** Reads everything from the API server, without the cache. */
  readonly liveClient: LiveClient;
  readonly cache: Cache;
  /** Finds kinds by name, through discovery: `mapper.find('deployments')`. */
  readonly mapper: Mapper;
  /** Without fencing: for the leader election itself. */
  readonly unfenced: MeasuredTransport;
  readonly #parts: ClusterParts;
  readonly #ownTransport: LazyTransport | undefined;

  constructor(parts: ClusterParts) {
    const { name, clock, random, log, freezeObjects, requests, kubeConfig, namespaces } = parts;
    const { fieldManager = 'opgen' } = parts;
    this.#parts = parts;
    this.id = name;
    this.name = name === undefined ? 'cache' : `cluster ${name}`;
    const way = parts.transport ?? new LazyTransport(() => kubeConfigTransport(kubeConfig));
    if (way instanceof LazyTransport) this.#ownTransport = way;
    this.unfenced = new MeasuredTransport(way, requests, clock);
    const fenced = new FencedTransport(this.unfenced);
    const findCached: FindCached = (request) => this.#findCached(request);
    const recorded = parts.records ? new RecordingTransport(fenced, clock, findCached) : fenced;
    const { tracer } = parts;
    const live = createClient(tracer === undefined ? recorded : new TracedTransport(recorded, tracer), {
      fieldManager: () => fieldManagerOf(fieldManager),
      formerFieldManagers: [fieldManager, ...(parts.formerFieldManagers ?? [])],
      ...(parts.fieldValidation !== undefined && { fieldValidation: parts.fieldValidation }),
      clock,
      onWarning: (warning) => log.warn('warning from the API server', { warning }),
    });
    const cacheLog = log.child({ logger: 'cache' });
    this.liveClient = live;
    this.mapper = new Mapper(live, clock);
    this.cache = new Cache({ client: live, clock, random, log: cacheLog, freeze: freezeObjects, namespaces });
    this.client = new CachedClient({ live, cache: this.cache, log: cacheLog });
  }

  /** Starts building a controller for objects of this cluster. Its requests contain the cluster name. */
  controller(name: string): ControllerBuilder {
    return this.#parts.controller(this, name);
  }

  /** Adds a composite controller: `cluster.composite('memcached', Memcached, { owns: [Deployment], desired })`. */
  composite<
    Parent extends KubernetesObject,
    const Children extends readonly KubernetesObject[],
    const Related extends readonly KubernetesObject[] = [],
  >(name: string, kind: Kind<Parent>, options: CompositeOptions<Parent, Children, Related>): Controller {
    return buildComposite(this.#host, name, kind, options);
  }

  /** Adds decorator controllers, which attach objects to objects of other owners. */
  decorator<
    const Objects extends readonly KubernetesObject[],
    const Attachments extends readonly KubernetesObject[],
    const Related extends readonly KubernetesObject[] = [],
  >(name: string, options: DecoratorOptions<Objects, Attachments, Related>): Controller[] {
    return buildDecorator(this.#host, name, options);
  }

  /**
   * Adds a controller of ordered steps: `cluster.plans('etcd', EtcdCluster, { owns: [Job], plans: [deploy, upgrade]
   * })`.
   */
  plans<Parent extends PlanParent, const Children extends readonly KubernetesObject[]>(
    name: string,
    kind: Kind<Parent>,
    options: PlansOptions<Parent, Children>,
  ): Controller {
    return buildPlans(this.#host, name, kind, options);
  }

  /** Runs a part of the operator that uses the cluster; see `Transport.during`. The manager calls it. */
  during<T>(what: string, run: () => Promise<T>): Promise<T> {
    const { transport } = this.#parts;
    return transport?.during === undefined ? run() : transport.during(what, run);
  }

  #findCached({
    apiVersion,
    resource: plural,
    name,
    namespace,
  }: Parameters<FindCached>[0]): object | undefined {
    if (name === undefined) return undefined;
    const cached = this.cache.status().find(({ kind }) => {
      return kind.apiVersion === apiVersion && kind.plural === plural && kind.view === undefined;
    });
    return cached && this.cache.find(cached.kind, namespace === undefined ? { name } : { name, namespace });
  }

  get #host(): CompositeHost {
    const { client, liveClient, cache } = this;
    const { clock, recorder } = this.#parts;
    return {
      client,
      liveClient,
      cache,
      clock,
      controller: (name) => this.controller(name),
      // Events are stored in the object's namespace, and the operator writes none to other clusters.
      recorder: (name) => (this.id === undefined ? recorder(name) : undefined),
    };
  }

  /** Connects and starts the cache. The manager calls it. */
  async start(): Promise<void> {
    await this.#ownTransport?.open();
    // Each controller waits for its own kinds: a forbidden kind does not block other controllers.
    this.cache.start();
  }

  /** Stops all watches; cached objects stay readable. The manager calls it. */
  stop(): Promise<void> {
    return this.cache.stop();
  }

  /** Closes the connections once nothing uses them. */
  async close(): Promise<void> {
    await this.#ownTransport?.close();
  }
}

/** The API server rejects longer names. */
const longestFieldManager = 128;

/** The field manager of a write that names none: each controller has its own. */
function fieldManagerOf(shared: string): string {
  const controller = ambientController();
  if (controller === undefined) return shared;
  return controller.fieldManager ?? shortened(`${shared}-${controller.name}`, longestFieldManager);
}
