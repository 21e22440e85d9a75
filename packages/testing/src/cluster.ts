import { createClient, type LiveClient } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { ApiServer } from './api-server/api-server.ts';
import { Controllers } from './api-server/controllers/controllers.ts';
import { serve, type ServedEndpoint, type ServeOptions } from './api-server/http/serve.ts';
import { inProcessTransport } from './api-server/serving/in-process-transport.ts';
import { administrator } from './api-server/serving/request.ts';
import { installer, type Installer } from './installer.ts';

/** The initial objects of the API server and the controllers that run in it. */
export interface ClusterOptions {
  /** Files or folders with manifests to install first: CustomResourceDefinitions, roles, anything. */
  crds?: string | readonly string[];
  /** Objects to create first. */
  objects?: readonly object[];
  /** Whether the garbage collector and the namespace controller run, as in a cluster. Default: yes. */
  controllers?: boolean;
}

/** An API server inside this process. */
export interface TestCluster extends AsyncDisposable, Installer {
  /** A transport with administrator credentials. */
  readonly transport: Transport;
  readonly client: LiveClient;
  /** A transport with the credentials of another user, whom only RBAC objects in the server grant permissions. */
  transportFor(user: { name: string; groups?: readonly string[] }): Transport;
  /** Opens a port for other processes, such as kubectl or an operator. The kubeconfig has administrator credentials. */
  serve(options?: ServeOptions): Promise<{ url: string; kubeconfig: string }>;
  /** Resolves once garbage collection and namespace deletion have nothing left to do. */
  settled(): Promise<void>;
  /** Stops the server and closes all connections to it. */
  stop(): Promise<void>;
}

/** Starts an API server inside this process: no cluster, no container, no download. */
export async function startCluster(options: ClusterOptions = {}): Promise<TestCluster> {
  const { crds = [], objects = [], controllers: withControllers = true } = options;
  const server = new ApiServer();
  const controllers = new Controllers(server.core, { ofManager: withControllers });
  const served = { handle: server.handle.bind(server), tokens: server.core.tokens };
  const transports = new Set<Transport>();
  const endpoints = new Set<ServedEndpoint>();

  const connect = (user: { name: string; groups: readonly string[] }): Transport => {
    const transport = inProcessTransport(served, user);
    transports.add(transport);
    return transport;
  };
  const transport = connect(administrator);
  const stop = async (): Promise<void> => {
    controllers.stop();
    await Promise.all([...transports, ...endpoints].map((each) => each.close()));
    transports.clear();
    endpoints.clear();
  };

  const cluster: TestCluster = {
    transport,
    client: createClient(transport),
    transportFor: ({ name, groups = [] }) => connect({ name, groups: [...groups, 'system:authenticated'] }),
    ...installer(transport),
    async serve(how) {
      const endpoint = await serve(served, how);
      endpoints.add(endpoint);
      return { url: endpoint.url, kubeconfig: endpoint.kubeconfig };
    },
    settled: () => controllers.settled(),
    stop,
    [Symbol.asyncDispose]: stop,
  };
  await cluster.install([...[crds].flat(), ...objects]);
  return cluster;
}
