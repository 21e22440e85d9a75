import { createClient, type Client } from '@opgen/runtime';
import { serverTransport, type Transport } from '@opgen/runtime/transport';
import { kubeconfigFor, type Endpoint } from '../endpoint.ts';
import { installer, type Installer } from '../installer.ts';
import { findOrBuildBinary } from './binaries.ts';
import { startControlPlane, type Binaries, type ControlPlane } from './control-plane.ts';
import { compactEtcd } from './etcd.ts';
import type { RunningProgram } from './guarded-programs.ts';
import type { Program } from './programs.ts';
import { settled } from './settled.ts';

/** Which programs of a cluster run beside the API server and etcd. */
export interface RealClusterOptions {
  /** Runs kube-controller-manager: garbage collection, namespaces, Deployments and the like. Default: no. */
  controllers?: boolean;
  /** Runs kube-scheduler, which assigns Pods to nodes. Default: no. */
  scheduler?: boolean;
  /** Runs kwok, which pretends that the Pods of nodes run. Default: no. */
  kwok?: boolean;
  /** Told once per program that has to be built first, which takes minutes. */
  onBuild?: (program: Program) => void;
}

/** A real API server, with the same surface as the embedded one. */
export interface RealCluster extends AsyncDisposable, Installer {
  /** As an administrator. */
  readonly transport: Transport;
  readonly client: Client;
  /** As somebody else, whom the RBAC objects in the server allow what they allow. */
  transportFor(user: { name: string; groups?: readonly string[] }): Transport;
  /** It is served from the start; this says where. */
  serve(): Promise<{ url: string; kubeconfig: string }>;
  /** Resolves once garbage collection and the deletion of namespaces have nothing left to do. */
  settled(): Promise<void>;
  /** Ends it, and all connections to it. */
  stop(): Promise<void>;
}

/** One of the programs of a cluster, for tests of what happens when it fails. */
export interface ClusterProgram {
  /** Ends it as a machine that loses its power does. What is stored stays. */
  kill(): Promise<void>;
  /** It holds its connections and answers nothing, until `resume`. */
  pause(): void;
  /** Has it go on after `pause`. */
  resume(): void;
  /** Starts it again, killing it first if it runs. Resolves once the API server answers. */
  restart(): Promise<void>;
}

/** A real API server of one's own, which may be broken. */
export interface OwnRealCluster extends RealCluster {
  /** It shows what is in the files of `servingCertificate` (PEM) when it is started again. */
  readonly apiServer: ClusterProgram & {
    readonly servingCertificate: { readonly certificate: string; readonly key: string };
  };
  /** With `url` one may ask and fill it behind the API server's back. */
  readonly etcd: ClusterProgram & { readonly url: string };
  /** Has etcd forget all history. An API server that starts after that knows no version from before (410). */
  compact(): Promise<void>;
}

/** Starts a real API server of one's own, with controllers where they are asked for. */
export async function startRealCluster(options: RealClusterOptions = {}): Promise<OwnRealCluster> {
  const { env } = process;
  const { onBuild } = options;
  const find = (program: Program): Promise<string> =>
    findOrBuildBinary(program, { env, ...(onBuild && { onBuild }) });
  const binaries: Binaries = { etcd: await find('etcd'), 'kube-apiserver': await find('kube-apiserver') };
  if (options.controllers) binaries['kube-controller-manager'] = await find('kube-controller-manager');
  if (options.scheduler) binaries['kube-scheduler'] = await find('kube-scheduler');
  if (options.kwok) binaries.kwok = await find('kwok');
  const controlPlane = await startControlPlane(binaries);
  const collects = options.controllers === true;
  return {
    ...clusterAt(controlPlane.endpoint, { collects, release: () => controlPlane.stop() }),
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
  /** Whether controllers run there that collect garbage. */
  collects: boolean;
  /** What is to be ended with the cluster. */
  release: () => Promise<void>;
}

/** The cluster at an endpoint that is running already. */
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
    ...installer(transport),
    serve: async () => ({ url: endpoint.url, kubeconfig: kubeconfigFor(endpoint) }),
    settled: async () => (collects ? settled(transport) : undefined),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** The API server checks a request of an administrator as if another had made it. */
function impersonation({
  name,
  groups = [],
}: {
  name: string;
  groups?: readonly string[];
}): Record<string, string | string[]> {
  return { 'impersonate-user': name, ...(groups.length > 0 && { 'impersonate-group': [...groups] }) };
}
