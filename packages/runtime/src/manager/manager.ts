import { measureCache } from '../cache/cache-metrics.ts';
import type { Cache } from '../cache/cache.ts';
import { measureCertificates } from '../certificates/certificate-metrics.ts';
import type { CertificateProvider } from '../certificates/certificate-provider.ts';
import { Certificates } from '../certificates/certificates.ts';
import { selfSignedCertificates } from '../certificates/self-signed.ts';
import type { Client } from '../client/client.ts';
import type { LiveClient } from '../client/live-client.ts';
import { createClient } from '../client/create-client.ts';
import type { Mapper } from '../client/mapper.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Component } from '../component.ts';
import type { CompositeOptions } from '../composite/composite.ts';
import { ObjectFilter, type ObjectFilterOptions } from '../controller/object-filter.ts';
import { BlockDetector } from '../controller/block-detector.ts';
import { ControllerBuilder } from '../controller/controller-builder.ts';
import type { Controller } from '../controller/controller.ts';
import { ReconcileMetrics } from '../controller/reconcile-metrics.ts';
import type { Tracer } from '../tracing/tracing.ts';
import type { DecoratorOptions } from '../decorator/decorator.ts';
import type { EventRecorder } from '../events/event-recorder.ts';
import { deferred } from '../deferred.ts';
import { Events } from '../events/events.ts';
import { parseBindAddress } from '../http/bind-address.ts';
import type { LeaderElectionOptions } from '../leader-election/leader-election-options.ts';
import { Leadership } from '../leader-election/leadership.ts';
import { leaseTransport } from '../leader-election/lease-transport.ts';
import { createLogger } from '../logging/create-logger.ts';
import type { Logger } from '../logging/logger.ts';
import { Authorizer } from '../metrics-server/authorizer.ts';
import type { MetricsOptions } from '../metrics-server/metrics-options.ts';
import { MetricsEndpoint } from '../metrics-server/metrics-endpoint.ts';
import { MetricsServer } from '../metrics-server/metrics-server.ts';
import { RunsEndpoint } from '../metrics-server/runs-endpoint.ts';
import { JoinedMetrics } from '../metrics/joined-metrics.ts';
import { Metrics } from '../metrics/metrics.ts';
import { ProcessMetrics } from '../metrics/process-metrics.ts';
import type { Kind } from '../objects/kind.ts';
import type { KubernetesObject } from '../objects/object.ts';
import type { PlanParent } from '../plans/plan-status.ts';
import type { PlansOptions } from '../plans/plans.ts';
import type { Recording } from '../runs/recording.ts';
import { RunOrigins } from '../runs/run-origins.ts';
import { Runs, type RunsOptions } from '../runs/runs.ts';
import { publishRun, runsAreObserved } from '../runs/runs-channel.ts';
import { cacheStatistics } from '../statistics/cache-statistics.ts';
import { StatisticsPublisher, statisticsAreObserved } from '../statistics/statistics-publisher.ts';
import type { Statistics } from '../statistics/statistics.ts';
import { RequestMetrics } from '../transport/measured-transport.ts';
import type { AdmissionObject } from '../webhook/admission-review.ts';
import type { ConversionBuilder } from '../webhook/conversion-builder.ts';
import type { MutatingHandler } from '../webhook/mutating-handler.ts';
import type { ValidatingHandler } from '../webhook/validating-handler.ts';
import type { WebhookBuilder } from '../webhook/webhook-builder.ts';
import { drainDelayOf, type WebhookServerOptions } from '../webhook/webhook-server-options.ts';
import type { WebhookEndpoint, WebhookServer } from '../webhook/webhook-server.ts';
import { Webhooks } from '../webhook/webhooks.ts';
import { cacheHealth, watchHealth } from './cache-health.ts';
import { Cluster, type ClusterOptions, type ClusterParts } from './cluster.ts';
import { reportCrashes } from './crash-report.ts';
import { defaultFieldManager } from './default-field-manager.ts';
import { type HealthCheck, HealthChecks } from './health-checks.ts';
import { HealthServer } from './health-server.ts';
import { Lifecycle } from './lifecycle.ts';
import { publishManager } from './manager-channel.ts';
import { PermissionsPreflight } from './permissions-preflight.ts';
import { ownNamespace, processIdentity } from './pod-identity.ts';

/** Options of a manager. Every option has a default. */
export interface ManagerOptions extends ClusterOptions {
  /** The bind address of the health probes, for example `:8081`. Default: not served. */
  health?: { bindAddress: string } | undefined;
  /** The metrics server. Default: not served. */
  metrics?: MetricsOptions | undefined;
  /** The webhook server. Default: `:9443`; `0` disables it. */
  webhooks?: WebhookServerOptions | undefined;
  /** The certificates of the webhook and metrics servers. Default: `selfSignedCertificates()`. */
  certificates?: CertificateProvider | undefined;
  /** Leader election: only one replica at a time reconciles. Default: disabled. */
  leaderElection?: LeaderElectionOptions | undefined;
  /** Default: pino to standard error, as JSON unless it is a terminal. */
  log?: Logger | undefined;
  /** Limits the objects that the controllers reconcile. Default: all. */
  objects?: ObjectFilterOptions | undefined;
  /** Creates a span for every reconcile and for its requests to the API server: `trace.getTracer('memcached-operator')` of `@opentelemetry/api`. */
  tracer?: Tracer | undefined;
  /**
   * Record the last runs: `{}` for the default limits. Default: not recorded, unless the diagnostics channel `opgen:run`
   * has subscribers.
   */
  runs?: RunsOptions | undefined;
  /**
   * Check on start whether RBAC allows reading all watched kinds, and log missing permissions. Default: true unless
   * `transport` is set, as in tests.
   */
  permissionsPreflight?: boolean | undefined;
  /** Grace period for running reconciles after the stop signal, in milliseconds. Default: 30 s. */
  gracefulShutdownTimeout?: number | undefined;
  /** Freeze cached objects, to detect code that modifies them. Default: true if NODE_ENV is `test`. */
  freezeObjects?: boolean | undefined;
  clock?: Clock | undefined;
  random?: (() => number) | undefined;
}

/** Options of a cluster other than the operator's own. */
export interface MemberClusterOptions extends ClusterOptions {
  /** Whether `/readyz` fails while the cluster's watches are unhealthy. Default: true. */
  required?: boolean | undefined;
}

/** A cluster other than the operator's own, and what the lifecycle starts for it beside its controllers. */
interface Member {
  readonly cluster: Cluster;
  readonly parts: Component[];
}

/** Runs controllers, webhooks and servers, with a shared client, cache and log. */
export class Manager {
  /** Reads watched kinds from the cache and all others from the API server. */
  readonly client: Client;
  /** Reads everything from the API server, without the cache. */
  readonly liveClient: LiveClient;
  readonly cache: Cache;
  /** Finds kinds by name, through discovery: `mapper.find('deployments')`. */
  readonly mapper: Mapper;
  readonly log: Logger;
  /** The registry behind `/metrics`: register your own metrics here. */
  readonly metrics: Metrics = new Metrics();
  /** The last runs of all controllers, if the option `runs` is set. */
  readonly runs: Runs;
  readonly #clock: Clock;
  readonly #lifecycle: Lifecycle;
  readonly #events: Events;
  readonly #leadership: Leadership | undefined;
  readonly #certificates: Certificates;
  readonly #webhooks: Webhooks;
  readonly #controllers = new Map<Controller, Component>();
  readonly #health = new HealthChecks('healthz');
  readonly #readiness = new HealthChecks('readyz');
  readonly #healthServer: HealthServer | undefined;
  readonly #metricsServer: MetricsServer | undefined;
  readonly #reconcileMetrics: ReconcileMetrics;
  readonly #blocks: BlockDetector;
  readonly #recordsRuns: boolean;
  readonly #recording: Recording | undefined;
  readonly #filter: ObjectFilter;
  readonly #tracer: Tracer | undefined;
  readonly #clusterParts: Omit<ClusterParts, 'name' | 'log'>;
  readonly #fieldManager: string;
  readonly #requests: RequestMetrics;
  readonly #gracePeriod: number;
  readonly #home: Cluster;
  readonly #others = new Map<string, Member>();
  #isReady = false;

  constructor(options: ManagerOptions = {}) {
    const { clock = systemClock, random = Math.random, log = createLogger() } = options;
    const { freezeObjects = process.env['NODE_ENV'] === 'test', gracefulShutdownTimeout = 30_000 } = options;
    const identity = processIdentity(random);
    this.#clock = clock;
    this.log = log;
    const requests = new RequestMetrics(this.metrics);
    this.#requests = requests;
    this.#gracePeriod = gracefulShutdownTimeout;
    this.runs = new Runs(options.runs ?? {}, (error) => log.error('listener of runs failed', { error }));
    this.#recordsRuns = options.runs !== undefined || runsAreObserved();
    if (this.#recordsRuns) this.runs.subscribe(publishRun);
    // The spans of reconciles contain parts of the record.
    if (this.#recordsRuns || options.tracer !== undefined)
      this.#recording = {
        origins: new RunOrigins(),
        add: this.#recordsRuns ? (run) => this.runs.add(run) : () => undefined,
      };
    this.#clusterParts = {
      clock,
      random,
      freezeObjects,
      requests,
      records: this.#recording !== undefined,
      tracer: options.tracer,
      controller: (...of) => this.#build(...of),
      recorder: (name) => this.eventRecorder(name),
    };
    const leaseId = options.leaderElection?.id;
    this.#fieldManager = options.fieldManager ?? defaultFieldManager({ leaseId });
    const fieldManager = this.#fieldManager;
    const home = new Cluster({ ...options, ...this.#clusterParts, fieldManager, name: undefined, log });
    const live = home.liveClient;
    this.liveClient = live;
    this.cache = home.cache;
    this.mapper = home.mapper;
    this.client = home.client;
    this.#home = home;
    this.#lifecycle = new Lifecycle({ clock, log, gracePeriod: gracefulShutdownTimeout });
    this.#health.add('ping', () => undefined);
    this.#readiness.add('cache-sync', cacheHealth(this.cache));
    this.#readiness.add('watches', watchHealth(this.cache));
    this.#events = new Events({ client: live, clock, log, instance: identity });
    this.#lifecycle.add(this.#events);
    this.#certificates = new Certificates(options.certificates ?? selfSignedCertificates(), {
      client: live,
      clock,
      random,
      log: log.child({ logger: 'certificates' }),
      webhooks: () => this.#webhooks.served,
    });
    measureCertificates(this.metrics, this.#certificates);
    this.#lifecycle.add(this.#certificates);
    this.#webhooks = new Webhooks({
      address: parseBindAddress(options.webhooks?.bindAddress ?? ':9443'),
      certificates: this.#certificates,
      clock,
      log,
      metrics: this.metrics,
      drainDelay: drainDelayOf(options.webhooks ?? {}, process.env),
      serve: (server) => this.#serveWebhooks(server),
    });
    this.#lifecycle.add(home);
    if (options.permissionsPreflight ?? options.transport === undefined) {
      this.#lifecycle.add(this.#preflight(home, log));
    }
    this.#tracer = options.tracer;
    this.#blocks = new BlockDetector(clock, log);
    this.#filter = new ObjectFilter(options.objects);
    this.#reconcileMetrics = new ReconcileMetrics(this.metrics);
    measureCache(this.metrics, this.cache);
    this.#metricsServer = this.#serveMetrics(options.metrics);
    if (options.leaderElection?.enabled === true) {
      this.#leadership = new Leadership({
        client: createClient(leaseTransport(home.unfenced), { userAgent: 'opgen leader-election' }),
        clock,
        random,
        log: log.child({ logger: 'leader-election' }),
        options: options.leaderElection,
        namespace: namespaceOfLease(options.leaderElection),
        identity,
        gracePeriod: gracefulShutdownTimeout,
        warm: () => Promise.all(this.#allClusters().map(({ cache }) => cache.waitForSync())),
        onChange: measureLeadership(this.metrics, options.leaderElection.id),
      });
      this.#lifecycle.add(this.#leadership);
    }
    if (statisticsAreObserved()) {
      this.#lifecycle.add(new StatisticsPublisher(clock, () => this.#statistics()));
    }
    this.#healthServer = this.#serveHealth(options.health?.bindAddress ?? '0');
  }

  /**
   * Resolves once all caches have synced and every controller runs or, in a replica that is not the leader, stands
   * by.
   */
  get ready(): Promise<void> {
    return this.#lifecycle.ready;
  }

  /** Resolves once this replica is the leader and its controllers run; without leader election, once it is ready. */
  get elected(): Promise<void> {
    return this.#leadership?.elected ?? this.ready;
  }

  /** Whether this replica is the leader now; always true without leader election. */
  get leads(): boolean {
    return this.#leadership?.leads ?? true;
  }

  /**
   * Whether the manager is ready and leads, and no controller has a queued or running reconcile. Reconciles that wait
   * for a retry or a requeue do not count.
   */
  get idle(): boolean {
    return this.#isReady && [...this.#controllers.keys()].every(({ idle }) => idle);
  }

  /** The port of the metrics server while it runs. */
  get metricsPort(): number | undefined {
    return this.#metricsServer?.port;
  }

  /** The port of the health probes while they are served. */
  get healthPort(): number | undefined {
    return this.#healthServer?.port;
  }

  /** The endpoint of the webhook server once the manager is ready; undefined without webhooks. */
  get webhookEndpoint(): WebhookEndpoint | undefined {
    return this.#webhooks.server?.endpoint;
  }

  /**
   * Starts building a controller: `manager.controller('memcached').for(Memcached).owns(Deployment).reconcileWith(…)`.
   */
  controller(name: string): ControllerBuilder {
    return this.#home.controller(name);
  }

  /**
   * Adds a controller from a pure function that returns the desired children of an object:
   * `manager.composite('memcached', Memcached, { owns: [Deployment, Service], desired })`.
   */
  composite<
    Parent extends KubernetesObject,
    const Children extends readonly KubernetesObject[],
    const Related extends readonly KubernetesObject[] = [],
  >(name: string, kind: Kind<Parent>, options: CompositeOptions<Parent, Children, Related>): Controller {
    return this.#home.composite(name, kind, options);
  }

  /**
   * Adds controllers from a pure function that attaches objects to objects of other owners, one controller per
   * decorated kind: `manager.decorator('service-per-pod', { decorates: [Pod], attaches: [Service], desired })`.
   */
  decorator<
    const Objects extends readonly KubernetesObject[],
    const Attachments extends readonly KubernetesObject[],
    const Related extends readonly KubernetesObject[] = [],
  >(name: string, options: DecoratorOptions<Objects, Attachments, Related>): Controller[] {
    return this.#home.decorator(name, options);
  }

  /**
   * Adds a controller of ordered steps, each of which waits until the objects it applied are healthy:
   * `manager.plans('etcd', EtcdCluster, { owns: [Job, StatefulSet], plans: [deploy, upgrade] })`.
   */
  plans<Parent extends PlanParent, const Children extends readonly KubernetesObject[]>(
    name: string,
    kind: Kind<Parent>,
    options: PlansOptions<Parent, Children>,
  ): Controller {
    return this.#home.plans(name, kind, options);
  }

  /**
   * Adds another cluster: `manager.cluster('member', { kubeConfig: { context: 'member' } })`. It starts and stops
   * with the manager. Unless `required` is false, the manager is ready only while its watches are healthy. The lease,
   * events and webhooks stay in the operator's own cluster. Throws if the name is taken.
   */
  cluster(name: string, { required = true, ...options }: MemberClusterOptions): Cluster {
    if (this.#others.has(name))
      throw new Error(`duplicate cluster name ${name}: cluster names must be unique`);
    const log = this.log.child({ cluster: name });
    const { fieldManager = this.#fieldManager } = options;
    const cluster = new Cluster({ ...options, ...this.#clusterParts, fieldManager, name, log });
    const parts: Component[] = [cluster];
    if (options.transport === undefined) parts.push(this.#preflight(cluster, log));
    this.#others.set(name, { cluster, parts });
    for (const part of parts) this.#lifecycle.add(part);
    if (required) {
      this.#readiness.add(`cache-sync-${name}`, cacheHealth(cluster.cache));
      this.#readiness.add(`watches-${name}`, watchHealth(cluster.cache));
    }
    return cluster;
  }

  /**
   * Removes a cluster that `cluster` has added: aborts and stops its controllers, ends its watches, also those of
   * controllers of other clusters, closes its connections, and removes its health checks and metrics. Its name and those
   * of its controllers can be used again. Resolves once everything has ended. Rejects if there is no such cluster, or if
   * a reconcile ignores its signal for longer than the grace period.
   */
  async removeCluster(name: string): Promise<void> {
    const member = this.#others.get(name);
    if (member === undefined) throw new Error(`there is no cluster named ${name}`);
    this.#others.delete(name);
    const { cluster, parts } = member;
    for (const check of ['cache-sync', 'watches']) this.#readiness.remove(`${check}-${name}`);
    const own = [...this.#controllers].filter(([controller]) => controller.cluster === name);
    for (const [controller, component] of own) {
      this.#controllers.delete(controller);
      parts.push(component);
      controller.abort();
    }
    for (const controller of this.#controllers.keys()) controller.unwatch(cluster.cache);
    for (const part of parts) {
      this.#lifecycle.remove(part);
      this.#leadership?.remove(part);
    }
    const { host } = cluster.unfenced;
    const stopped = Promise.all(parts.map((part) => part.stop()));
    const isStopped = await resolvesWithin(this.#clock, this.#gracePeriod, stopped);
    await cluster.close();
    for (const [{ name: controller }] of own) this.#reconcileMetrics.forget(controller);
    if (!this.#allClusters().some(({ unfenced }) => unfenced.host === host)) this.#requests.forget(host);
    if (isStopped) return this.log.info('removed cluster', { cluster: name });
    const running = own.filter(([{ running }]) => running.length > 0).map(([controller]) => controller.name);
    throw new Error(
      `removing cluster ${name} timed out after ${this.#gracePeriod / 1000} s; still running: ${running.join(', ')}`,
    );
  }

  /** Registers admission webhooks of a kind: `manager.webhook(Memcached).validateWith(new MemcachedValidator())`. */
  webhook<T extends KubernetesObject>(kind: Kind<T>): WebhookBuilder<T> {
    return this.#webhooks.webhook(kind);
  }

  /**
   * Registers a validating webhook for the requests that a `+webhook` marker with this path selects: of several kinds, of
   * subresources, or of kinds without a TypeScript type. Throws if the path is taken.
   */
  validatingWebhook<T extends AdmissionObject>(path: string, handler: ValidatingHandler<T>): void {
    this.#webhooks.validating(path, handler);
  }

  /** Registers a mutating webhook for the requests that a `+webhook` marker with this path selects. */
  mutatingWebhook<T extends AdmissionObject>(path: string, handler: MutatingHandler<T>): void {
    this.#webhooks.mutating(path, handler);
  }

  /** Registers conversions of a kind to and from its storage version: `manager.conversion(Memcached).spoke(…)`. */
  conversion<Hub extends KubernetesObject>(hub: Kind<Hub>): ConversionBuilder<Hub> {
    return this.#webhooks.conversion(hub);
  }

  /** Creates a recorder for events. `name` is the reporting controller of each event. */
  eventRecorder(name: string): EventRecorder {
    return this.#events.recorder(name);
  }

  /** Adds a component that starts and stops with the manager, or with leadership. */
  add(component: Component): void {
    if (component.stage === 'controllers' && this.#leadership !== undefined) this.#leadership.add(component);
    else this.#lifecycle.add(component);
  }

  /** Adds a named check to `/healthz`: while it fails, the kubelet restarts the container. */
  addHealthCheck(name: string, check: HealthCheck): void {
    this.#health.add(name, check);
  }

  /** Adds a named check to `/readyz`: while it fails, the Pod receives no traffic. */
  addReadyCheck(name: string, check: HealthCheck): void {
    this.#readiness.add(name, check);
  }

  /**
   * Runs everything until the signal aborts, and resolves once all components have stopped. Rejects if a component
   * fails or does not stop within the grace period. A manager can be started once.
   */
  async start(signal?: AbortSignal): Promise<void> {
    this.log.info('starting manager');
    publishManager(this);
    const becomesReady = (): void => void (this.#isReady = true);
    this.ready.then(becomesReady, () => {});
    const endReports = reportCrashes(this.log, () =>
      Object.fromEntries([...this.#controllers.keys()].map(({ name, running }) => [name, running])),
    );
    try {
      await this.#lifecycle.run(signal);
    } finally {
      this.#isReady = false;
      endReports();
      await Promise.all(this.#allClusters().map((cluster) => cluster.close()));
    }
    this.log.info('manager stopped');
  }

  #serveMetrics({ bindAddress = '0', secure = true, registries = [] }: Partial<MetricsOptions> = {}):
    MetricsServer | undefined {
    const address = parseBindAddress(bindAddress);
    if (address === undefined) return undefined;
    const authorizer = new Authorizer(this.liveClient, this.#clock);
    const log = this.log.child({ logger: 'metrics' });
    const metrics = new JoinedMetrics({ metrics: this.metrics, registries, clock: this.#clock, log });
    const runs = new RunsEndpoint({
      runs: this.#recordsRuns ? this.runs : undefined,
      clock: this.#clock,
      localOnly: !secure,
    });
    const server = new MetricsServer({
      address,
      endpoints: [new MetricsEndpoint(metrics), runs],
      log,
      ...(secure && { security: { certificates: this.#certificates, authorizer } }),
    });
    this.#lifecycle.add(new ProcessMetrics(this.metrics));
    this.#lifecycle.add(server);
    return server;
  }

  #serveHealth(bindAddress: string): HealthServer | undefined {
    const address = parseBindAddress(bindAddress);
    if (address === undefined) return undefined;
    const endpoints = new Map([
      ['healthz', this.#health],
      ['readyz', this.#readiness],
    ]);
    const server = new HealthServer(address, endpoints);
    this.#lifecycle.add(server);
    return server;
  }

  #serveWebhooks(server: WebhookServer): void {
    this.#readiness.add('webhook-server', () => server.check());
    this.#lifecycle.add(server);
  }

  #statistics(): Statistics {
    return {
      time: new Date(this.#clock.now()).toISOString(),
      ...(this.#leadership && { leads: this.#leadership.leads }),
      controllers: [...this.#controllers.keys()].map(({ statistics }) => statistics),
      caches: this.#allClusters().flatMap(({ cache, id }) => cacheStatistics(cache.status(), id)),
    };
  }

  #allClusters(): Cluster[] {
    return [this.#home, ...[...this.#others.values()].map(({ cluster }) => cluster)];
  }

  #preflight(cluster: Cluster, log: Logger): Component {
    const { liveClient: client, cache } = cluster;
    return new PermissionsPreflight({ client, clock: this.#clock, log, kinds: () => cache.status() });
  }

  #build(cluster: Cluster, name: string): ControllerBuilder {
    return new ControllerBuilder(
      {
        cache: cluster.cache,
        clock: this.#clock,
        random: this.#clusterParts.random,
        log: cluster.id === undefined ? this.log : this.log.child({ cluster: cluster.id }),
        metrics: this.#reconcileMetrics,
        blocks: this.#blocks,
        filter: this.#filter,
        cluster: cluster.id,
        liveClient: cluster.liveClient,
        tracer: this.#tracer,
        recording: this.#recording,
        register: (controller) => this.#register(controller),
        // A reconcile may use all clusters of the manager.
        during: (what, run) =>
          this.#allClusters().reduce((inner, each) => () => each.during(what, inner), run)(),
      },
      name,
    );
  }

  #register(controller: Controller): void {
    if ([...this.#controllers.keys()].some(({ name }) => name === controller.name)) {
      throw new Error(`duplicate controller name ${controller.name}: controller names must be unique`);
    }
    const component = controllerComponent(controller);
    this.#controllers.set(controller, component);
    // Leader election starts concurrently and not afterwards: kinds may be missing or forbidden indefinitely.
    if (controller.everyReplica) this.#lifecycle.add(component);
    else this.add(component);
  }
}

function controllerComponent(controller: Controller): Component {
  return {
    name: `controller ${controller.name}`,
    stage: 'controllers',
    start: () => controller.start(),
    stop: () => controller.stop(),
    abort: () => controller.abort(),
  };
}

/** Whether the promise resolves before the timeout, in milliseconds. */
async function resolvesWithin(clock: Clock, timeout: number, promise: Promise<unknown>): Promise<boolean> {
  const isOver = deferred();
  let isResolved = false;
  const cancel = clock.schedule(timeout, () => isOver.resolve());
  await Promise.race([promise.then(() => (isResolved = true)), isOver.promise]);
  cancel();
  return isResolved;
}

function measureLeadership(metrics: Metrics, name: string): (leads: boolean) => void {
  const status = metrics.gauge({
    name: 'leader_election_master_status',
    help: 'Whether this replica is the leader.',
    labels: ['name'],
  });
  status.set(0, { name });
  return (leads) => status.set(leads ? 1 : 0, { name });
}

function namespaceOfLease({ namespace = ownNamespace() }: LeaderElectionOptions): string {
  if (namespace !== undefined) return namespace;
  const hint = 'set leaderElection.namespace or POD_NAMESPACE, or run without leader election';
  throw new Error(`leader election outside a cluster needs a namespace for its lease: ${hint}`);
}
