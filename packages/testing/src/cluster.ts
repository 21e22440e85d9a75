import { type Clock, createClient, type LiveClient, systemClock } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { type Minor, minorOf, minors, newestMinor } from '@opgen/rules/builtin';
import { ApiServer } from './api-server/api-server.ts';
import type { AuditEvent } from './api-server/audit/audit-event.ts';
import { openAuditLog } from './api-server/audit/open-audit-log.ts';
import type { ConnectionControls } from './api-server/connections/connections.ts';
import { Controllers } from './api-server/controllers/controllers.ts';
import { serve, type Served, type ServedEndpoint, type ServeOptions } from './api-server/http/serve.ts';
import { Activity } from './api-server/serving/activity.ts';
import { inProcessTransport } from './api-server/serving/in-process-transport.ts';
import { administrator } from './api-server/serving/request.ts';
import { Store } from './api-server/storage/store.ts';
import { Motion } from './clock/motion.ts';
import { VirtualClock } from './clock/virtual-clock.ts';
import { WorkInProgress } from './clock/work-in-progress.ts';
import { type ClusterState, openState } from './state/cluster-state.ts';
import { installer, type Installer } from './installer.ts';
import { quiet, settle, type Settling } from './settle.ts';
import { type ClusterSnapshot, storedTables } from './snapshot.ts';
import type { MetricControls } from './workloads/controls/metric-controls.ts';
import type { NodeControls } from './workloads/controls/node-controls.ts';
import type { PodControls } from './workloads/controls/pod-controls.ts';
import type { WorkloadsOptions } from './workloads/workloads-options.ts';

/** The version and the initial objects of the API server, and the controllers that run in it. */
export interface ClusterOptions {
  /**
   * The minor version of Kubernetes: `1.33`, `1.34`, `1.35` or `1.36`. An older server lacks the kinds, API versions and
   * fields that came later, and drops fields whose feature gate is off. A patch version such as `v1.34.2` selects its minor. Default: `1.36`.
   */
  version?: string | undefined;
  /** Files or folders with manifests to install first: CustomResourceDefinitions, roles, anything. */
  crds?: string | readonly string[] | undefined;
  /** Objects to create first. */
  objects?: readonly object[] | undefined;
  /**
   * Whether the garbage collector and the namespace controller run, as in a cluster. `real` runs
   * kube-controller-manager, kube-scheduler and kwok as clients of this server, with one node and in real time; it takes
   * their binaries from a cache or builds them, as `startRealCluster` does. Default: yes.
   */
  controllers?: boolean | 'real' | undefined;
  /**
   * Whether workloads make progress, as in a cluster with nodes: Deployments create Pods, and Pods become ready.
   * Default: no.
   */
  workloads?: boolean | WorkloadsOptions | undefined;
  /**
   * The clock of the server and of the workloads; pass it to the manager too. Default: a `VirtualClock` with workloads,
   * otherwise the clock of the system.
   */
  clock?: Clock | undefined;
  /**
   * A folder that keeps all objects, and the credentials of kubeconfigs, for the next start. What a request has written
   * is in the folder before the request is answered. Throws `StateError` if another process uses the folder, or if its
   * files are corrupt. Default: everything is forgotten.
   */
  state?: string | undefined;
  /**
   * Whether `audit()` returns the requests that the server has answered. With a `file`, the server appends them to it
   * too. Default: no.
   */
  audit?: boolean | { readonly file: string } | undefined;
  /**
   * Objects of another cluster to start with. They keep their uid, resourceVersion and managedFields. An owner that the
   * snapshot lacks counts as existing, so the garbage collector keeps its dependents. Ignored with `state`.
   */
  snapshot?: ClusterSnapshot | undefined;
}

/** An API server inside this process. */
export interface TestCluster extends AsyncDisposable, Installer {
  /** A transport with administrator credentials. */
  readonly transport: Transport;
  readonly client: LiveClient;
  /** A transport with the credentials of another user, whom only RBAC objects in the server grant permissions. */
  transportFor(user: { name: string; groups?: readonly string[] | undefined }): Transport;
  /** Opens a port for other processes, such as kubectl or an operator. The kubeconfig has administrator credentials. */
  serve(options?: ServeOptions): Promise<{ url: string; kubeconfig: string }>;
  /**
   * Resolves once the cluster is at rest: garbage collection and namespace deletion have nothing left to do, all
   * requests are answered, and workloads have finished what they are in the middle of, such as a rollout. For that it
   * advances a `VirtualClock`. It does not wait for what happens later by design, such as `requeueAfter`, the restart
   * of a crashing container or a deadline: `clock.advance` does.
   *
   * It waits for reconciles of managers that use its transports, also while they await something outside the cluster,
   * such as the API of a cloud provider, but not while they wait for a timer of a `VirtualClock`. Rejects if a reconcile
   * has not returned after 15 seconds.
   */
  settled(): Promise<void>;
  /**
   * The requests that the server has answered, in the order of their responses: the last 10,000, as Events of
   * audit.k8s.io/v1 at level Metadata. Throws if the cluster was started without `audit`.
   */
  audit(): readonly AuditEvent[];
  /** Stops the server and closes all connections to it. */
  stop(): Promise<void>;
}

/** An API server inside this process, without containers and kubelets. */
export interface EmbeddedCluster extends TestCluster {
  /** Declares what containers answer to `exec`, and where ports listen. */
  readonly connections: ConnectionControls;
}

/** A cluster whose workloads make progress. */
export interface WorkloadCluster<ClusterClock extends Clock = VirtualClock> extends EmbeddedCluster {
  /** The clock of the server and of the workloads: pass it to the manager. */
  readonly clock: ClusterClock;
  /** Makes Pods crash, fail their probes, and so on. */
  readonly pods: PodControls;
  /** Adds nodes and makes them fail. */
  readonly nodes: NodeControls;
  /** Declares the metrics by which HorizontalPodAutoscalers scale. */
  readonly metrics: MetricControls;
}

type WithWorkloads<ClusterClock extends Clock> = ClusterOptions & {
  workloads: true | WorkloadsOptions;
  clock?: ClusterClock;
};

/** Starts an API server inside this process: no cluster, no container, no download. */
export function startCluster<ClusterClock extends Clock = VirtualClock>(
  options: WithWorkloads<ClusterClock>,
): Promise<WorkloadCluster<ClusterClock>>;
export function startCluster(options?: ClusterOptions): Promise<EmbeddedCluster>;
export async function startCluster(options: ClusterOptions = {}): Promise<EmbeddedCluster> {
  const { crds = [], objects = [], workloads = false, controllers: withControllers = true } = options;
  if (withControllers === 'real' && workloads !== false)
    throw new Error("workloads are simulated or run by controllers: 'real', not both");
  const minor = knownMinor(options.version);
  const { clock = workloads === false ? systemClock : new VirtualClock() } = options;
  const state = options.state === undefined ? undefined : await openState(options.state);
  const audit = openAuditLog(options.audit);
  const { snapshot } = options;
  const store = state?.store ?? (snapshot && new Store({ saved: storedTables(snapshot) }));
  const server = new ApiServer({
    minor,
    now: () => new Date(clock.now()),
    ...(audit !== undefined && { audit: audit.log }),
    ...(store !== undefined && { store }),
  });
  const controllers = new Controllers(server.core, {
    ofManager: withControllers === true,
    fillsNamespaces: workloads !== false,
    assumesOwners: snapshot !== undefined,
  });
  const activity = new Activity();
  const motion = new Motion(clock);
  const work = new WorkInProgress();
  const settling: Settling = { store: server.core.store, controllers, activity, clock, motion, work };
  const served: Served = {
    handle: (request) => activity.during(`${request.method} ${request.path}`, () => server.handle(request)),
    tokens: server.core.tokens,
    minor,
  };
  const transports = new Set<Transport>();
  const endpoints = new Set<ServedEndpoint>();
  const ends: (() => unknown)[] = [];
  if (clock instanceof VirtualClock) ends.push(clock.waitFor(() => quiet(settling)));

  const connect = (user: { name: string; groups: readonly string[] }): Transport => {
    const transport: Transport = {
      ...inProcessTransport(served, user),
      during: (what, run) => work.during(what, run),
    };
    transports.add(transport);
    return transport;
  };
  const transport = connect(administrator);
  const stop = async (): Promise<void> => {
    await Promise.all(ends.splice(0).map((end) => end()));
    controllers.stop();
    await Promise.all([...transports, ...endpoints].map((each) => each.close()));
    transports.clear();
    endpoints.clear();
    await state?.close();
    audit?.close();
  };

  const cluster: EmbeddedCluster = {
    transport,
    client: createClient(transport),
    transportFor: ({ name, groups = [] }) => connect({ name, groups: [...groups, 'system:authenticated'] }),
    ...installer(transport),
    connections: server.core.connections,
    async serve(how) {
      const endpoint = await (state === undefined ? serve(served, how) : serveAgain(served, state, how));
      endpoints.add(endpoint);
      return { url: endpoint.url, kubeconfig: endpoint.kubeconfig };
    },
    settled: () => settle(settling),
    audit() {
      if (audit === undefined)
        throw new Error('the audit log is off: start the cluster with { audit: true }');
      return audit.log.events;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
  try {
    await cluster.install([...[crds].flat(), ...objects]);
    if (withControllers === 'real') {
      const { attachControllers } = await import('./envtest/controllers.ts');
      const { waitUntilSettled } = await import('./envtest/wait-until-settled.ts');
      const { createNodes } = await import('./workloads/nodes/create-nodes.ts');
      await createNodes({ client: cluster.client, clock, minor }, 1);
      ends.push(await attachControllers((await cluster.serve()).kubeconfig));
      return { ...cluster, settled: () => waitUntilSettled(transport) };
    }
    if (workloads === false) return cluster;
    const { startWorkloads } = await import('./workloads/start-workloads.ts');
    const running = await startWorkloads({
      transport: connect(controllerManager),
      clock,
      motion,
      minor,
      options: workloads === true ? {} : workloads,
    });
    ends.push(() => running.stop());
    const { pods, nodes, metrics } = running;
    const withWorkloads: WorkloadCluster<Clock> = { ...cluster, clock, pods, nodes, metrics };
    return withWorkloads;
  } catch (error) {
    await stop();
    throw error;
  }
}

function knownMinor(version: string = newestMinor): Minor {
  const minor = minorOf(version);
  if (minor === undefined)
    throw new Error(`Kubernetes ${version} is not supported: use one of ${minors.join(', ')}`);
  return minor;
}

/** Serves with the credentials of the last run, and on its port if that is free. */
async function serveAgain(
  served: Served,
  state: ClusterState,
  options: ServeOptions = {},
): Promise<ServedEndpoint> {
  const { credentials } = state;
  const { port = credentials.port } = options;
  const endpoint = await serve(
    served,
    { ...options, ...(port !== undefined && { port }) },
    credentials,
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' || options.port !== undefined) throw error;
    return serve(served, options, credentials);
  });
  state.rememberPort(Number(new URL(endpoint.url).port));
  return endpoint;
}

/** The user of the workload controllers. */
const controllerManager = {
  name: 'system:kube-controller-manager',
  groups: ['system:masters', 'system:authenticated'],
};
