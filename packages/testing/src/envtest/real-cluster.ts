import { createClient, type LiveClient } from '@opgen/runtime';
import { serverTransport, type Transport } from '@opgen/runtime/transport';
import type { AuditEvent } from '../api-server/audit/audit-event.ts';
import { readAuditLog } from './audit-policy.ts';
import { kubeconfigFor, type Endpoint } from '../endpoint.ts';
import { installer, type Installer } from '../installer.ts';
import { findOrBuildBinary } from './binaries.ts';
import { startControlPlane, type Binaries, type ControlPlane } from './control-plane.ts';
import { compactEtcd } from './etcd.ts';
import type { RunningProgram } from './guarded-programs.ts';
import type { Program } from './programs.ts';
import { skipCreateDelay } from './skip-create-delay.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

/** Which programs run in addition to the API server and etcd. */
export interface RealClusterOptions {
  /** Runs kube-controller-manager: garbage collection, namespaces, Deployments and so on. Default: no. */
  controllers?: boolean | undefined;
  /** Runs kube-scheduler, which assigns Pods to nodes. Default: no. */
  scheduler?: boolean | undefined;
  /** Runs kwok, which simulates nodes and running Pods. Default: no. */
  kwok?: boolean | undefined;
  /** Whether `audit()` returns the requests that the server has answered. Default: no. */
  audit?: boolean | undefined;
  /** Called once for each program that must be built first, which takes minutes. */
  onBuild?: ((program: Program) => void) | undefined;
}

/** A real API server, with the same interface as the embedded one. */
export interface RealCluster extends AsyncDisposable, Installer {
  /** A transport with administrator credentials. */
  readonly transport: Transport;
  readonly client: LiveClient;
  /** A transport with the credentials of another user, whom only RBAC objects in the server grant permissions. */
  transportFor(user: { name: string; groups?: readonly string[] | undefined }): Transport;
  /** Returns the endpoint; the server listens from the start. */
  serve(): Promise<{ url: string; kubeconfig: string }>;
  /** Resolves once garbage collection and namespace deletion have nothing left to do. */
  settled(): Promise<void>;
  /** The requests that the server has answered. Throws if it was started without `audit`. */
  audit(): readonly AuditEvent[];
  /** Stops the server and closes all connections to it. */
  stop(): Promise<void>;
}

/** A program of the cluster, for tests that make it fail. */
export interface ClusterProgram {
  /** Kills the program, like a power failure. Stored data remains. */
  kill(): Promise<void>;
  /** Suspends the program: it keeps its connections and answers nothing until `resume`. */
  pause(): void;
  /** Continues the program after `pause`. */
  resume(): void;
  /** Restarts the program, killing it first if it runs. Resolves once the API server answers. */
  restart(): Promise<void>;
}

/** A real API server that is not shared, so a test may break it. */
export interface OwnRealCluster extends RealCluster {
  /** The API server loads these files (PEM) when it restarts. */
  readonly apiServer: ClusterProgram & {
    readonly servingCertificate: { readonly certificate: string; readonly key: string };
  };
  /** `url` gives direct access to the data behind the API server. */
  readonly etcd: ClusterProgram & { readonly url: string };
  /** Compacts etcd's history. A restarted API server then answers 410 Gone for every earlier resource version. */
  compact(): Promise<void>;
}

/** Starts a real API server of its own, with the requested controllers. */
export async function startRealCluster(options: RealClusterOptions = {}): Promise<OwnRealCluster> {
  const { env } = process;
  const { onBuild, audit = false } = options;
  const find = (program: Program): Promise<string> =>
    findOrBuildBinary(program, { env, ...(onBuild && { onBuild }) });
  const binaries: Binaries = { etcd: await find('etcd'), 'kube-apiserver': await find('kube-apiserver') };
  if (options.controllers) binaries['kube-controller-manager'] = await find('kube-controller-manager');
  if (options.scheduler) binaries['kube-scheduler'] = await find('kube-scheduler');
  if (options.kwok) binaries.kwok = await find('kwok');
  const controlPlane = await startControlPlane(binaries, { audit });
  const collects = options.controllers === true;
  return {
    ...clusterAt(controlPlane.endpoint, { collects, release: () => controlPlane.stop() }),
    ...(audit && { audit: () => readAuditLog(controlPlane.folder) }),
    apiServer: {
      ...clusterProgram(controlPlane.apiServer, controlPlane),
      servingCertificate: controlPlane.servingCertificate,
    },
    etcd: { ...clusterProgram(controlPlane.etcd, controlPlane), url: controlPlane.etcdUrl },
    compact: () => compactEtcd(controlPlane.etcdUrl),
  };
}

function clusterProgram(program: RunningProgram, { ready }: ControlPlane): ClusterProgram {
  return {
    kill: () => program.kill(),
    pause: () => program.pause(),
    resume: () => program.resume(),
    restart: async () => {
      await program.restart();
      await ready();
    },
  };
}

export interface Attachment {
  /** Whether kube-controller-manager runs, which collects garbage. */
  collects: boolean;
  /** What to stop together with the cluster. */
  release: () => Promise<void>;
}

/** The cluster at the endpoint of a running server. */
export function clusterAt(endpoint: Endpoint, { collects, release }: Attachment): RealCluster {
  const transports = new Set<Transport>();
  const connect = (headers: Record<string, string | string[]>): Transport => {
    const { url: server, ca, token } = endpoint;
    const transport = serverTransport({ server, ca, token, headers });
    transports.add(transport);
    return transport;
  };
  const transport = connect({});
  const stop = async (): Promise<void> => {
    await Promise.all([...transports].map((each) => each.close()));
    transports.clear();
    await release();
  };
  return {
    transport,
    client: createClient(transport),
    transportFor: (user) => connect(impersonation(user)),
    ...installer(transport, (definition) => skipCreateDelay(transport, definition)),
    serve: async () => ({ url: endpoint.url, kubeconfig: kubeconfigFor(endpoint) }),
    settled: async () => (collects ? waitUntilSettled(transport) : undefined),
    audit() {
      throw new Error('the audit log is off: start the cluster with { audit: true }');
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Impersonates a user: the API server authorizes the administrator's request as if that user had sent it. */
function impersonation({
  name,
  groups = [],
}: {
  name: string;
  groups?: readonly string[] | undefined;
}): Record<string, string | string[]> {
  return { 'impersonate-user': name, ...(groups.length > 0 && { 'impersonate-group': [...groups] }) };
}
