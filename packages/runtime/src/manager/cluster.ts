import { Cache } from '../cache/cache.ts';
import { CachedClient } from '../cache/cached-client.ts';
import type { Client } from '../client/client.ts';
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
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { PlanParent } from '../plans/plan-status.ts';
import { buildPlans, type PlansOptions } from '../plans/plans.ts';
import { type KubeConfigOptions, kubeConfigTransport } from '../transport/kube-config-transport.ts';
import { MeasuredTransport, type RequestMetrics } from '../transport/measured-transport.ts';
import type { Transport } from '../transport/transport.ts';
import { LazyTransport } from './lazy-transport.ts';

/** Which API server, which namespaces of it, and how fields are written there. */
export interface ClusterOptions {
  /** The way to the API server. Default: what the kubeconfig says. The caller closes a transport of its own. */
  transport?: Transport;
  /** Which kubeconfig, context or cluster, when there is no `transport`. */
  kubeConfig?: KubeConfigOptions;
  /** The namespaces to watch. Default: all. What the Deployment says about it: `watchNamespaces()`. */
  namespaces?: readonly string[] | undefined;
  /**
   * In whose name fields are written. Two operators that apply as one field manager remove each other's fields. Default:
   * the id of the Lease, else the name of the package or of the Pod's Deployment.
   */
  fieldManager?: string;
  /** What the server does with fields of our objects that it does not know. Its own default: `Warn`, and we log it. */
  fieldValidation?: 'Strict' | 'Warn' | 'Ignore';
}

export interface ClusterParts extends ClusterOptions {
  /** Undefined for the one in which the operator lives. */
  name: string | undefined;
  clock: Clock;
  random: () => number;
  log: Logger;
  freezeObjects: boolean;
  requests: RequestMetrics;
  /** Begins a controller for objects of the cluster. */
  controller: (cluster: Cluster, name: string) => ControllerBuilder;
  /** Tells people what happened to objects of the cluster in which the operator lives. */
  recorder: (name: string) => EventRecorder;
}

/** One API server, as a manager knows it: how to read and write it, and what is in memory of it. */
export class Cluster implements Component {
  readonly name: string;
  readonly stage = 'caches';
  /** What requests say that come from here; undefined in the cluster in which the operator lives. */
  readonly id: string | undefined;
  /** Reads kinds that a controller declares from the cache, all else from the server; see `CachedClient`. */
  readonly client: Client;
  /** Reads everything from the server. */
  readonly liveClient: Client;
  readonly cache: Cache;
  /** Finds kinds by their names: `mapper.find('deployments')`. */
  readonly mapper: Mapper;
  /** Refuses nothing to those who act for no term: for the election itself. */
  readonly unfenced: Transport;
  readonly #parts: ClusterParts;
  readonly #ownTransport: LazyTransport | undefined;

  constructor(parts: ClusterParts) {
    const { name, clock, random, log, freezeObjects, requests, kubeConfig, namespaces, fieldManager } = parts;
    this.#parts = parts;
    this.id = name;
    this.name = name === undefined ? 'cache' : `cluster ${name}`;
    const way = parts.transport ?? new LazyTransport(() => kubeConfigTransport(kubeConfig));
    if (way instanceof LazyTransport) this.#ownTransport = way;
    this.unfenced = new MeasuredTransport(way, requests, clock);
    const live = createClient(new FencedTransport(this.unfenced), {
      ...(fieldManager !== undefined && { fieldManager }),
      ...(parts.fieldValidation !== undefined && { fieldValidation: parts.fieldValidation }),
      clock,
      onWarning: (warning) => log.warn('the API server warns', { warning }),
    });
    const cacheLog = log.child({ logger: 'cache' });
    this.liveClient = live;
    this.mapper = new Mapper(live, clock);
    this.cache = new Cache({ client: live, clock, random, log: cacheLog, freeze: freezeObjects, namespaces });
    this.client = new CachedClient({ live, cache: this.cache, log: cacheLog });
  }

  /** Begins a controller for objects of this cluster. Its requests name the cluster. */
  controller(name: string): ControllerBuilder {
    return this.#parts.controller(this, name);
  }

  /** A controller of a pure function: `cluster.composite('memcached', Memcached, { owns: [Deployment], desired })`. */
  composite<
    Parent extends KubernetesObject,
    const Children extends readonly KubernetesObject[],
    const Related extends readonly KubernetesObject[] = [],
  >(name: string, kind: Kind<Parent>, options: CompositeOptions<Parent, Children, Related>): Controller {
    return buildComposite(this.#host, name, kind, options);
  }

  /** Controllers of a pure function that attaches objects to those of others. */
  decorator<
    const Objects extends readonly KubernetesObject[],
    const Attachments extends readonly KubernetesObject[],
    const Related extends readonly KubernetesObject[] = [],
  >(name: string, options: DecoratorOptions<Objects, Attachments, Related>): Controller[] {
    return buildDecorator(this.#host, name, options);
  }

  /** A controller of ordered steps: `cluster.plans('etcd', EtcdCluster, { owns: [Job], plans: [deploy, upgrade] })`. */
  plans<Parent extends PlanParent, const Children extends readonly KubernetesObject[]>(
    name: string,
    kind: Kind<Parent>,
    options: PlansOptions<Parent, Children>,
  ): Controller {
    return buildPlans(this.#host, name, kind, options);
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
      // What is said of an object is kept beside it, and nothing writes events into other clusters.
      recorder: (name) => (this.id === undefined ? recorder(name) : undefined),
    };
  }

  /** Opens the way to the server, and begins to read and watch. The manager calls it. */
  async start(): Promise<void> {
    await this.#ownTransport?.open();
    // Controllers wait for the kinds that they need: one that may not be read holds up no others.
    this.cache.start();
  }

  /** Ends all watches; what was read stays readable. The manager calls it. */
  stop(): Promise<void> {
    return this.cache.stop();
  }

  /** Ends the connections, once nobody needs them any more. */
  async close(): Promise<void> {
    await this.#ownTransport?.close();
  }
}
