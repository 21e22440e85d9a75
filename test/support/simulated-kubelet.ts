import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createLogger, Manager, systemClock } from '@opgen/runtime';
import { issueServerCertificate, newAuthority } from '@opgen/runtime/certificates';
import { Lease } from '@opgen/runtime/kinds/coordination/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import type { RealCluster } from '@opgen/testing';
import { Motion } from '../../packages/testing/src/clock/motion.ts';
import { addKubelet } from '../../packages/testing/src/workloads/kubelet/kubelet.ts';
import { seeded } from '../../packages/testing/src/samples/random.ts';
import { Metrics } from '../../packages/testing/src/workloads/autoscaler/metrics.ts';

const node = 'node-1';
const capacity = { cpu: '8', memory: '32Gi', pods: '110' };
const heartbeat = 5_000;

/**
 * Adds a node to a real control plane, with the kubelet that the embedded cluster simulates. So the annotations of Pods
 * mean the same there: they crash, cannot be pulled, and have a log.
 */
export async function withKubelet(cluster: RealCluster): Promise<RealCluster> {
  const logs = await serveLogs(cluster);
  await cluster.install(readyNode(logs.port));
  const stopping = new AbortController();
  const manager = new Manager({
    transport: cluster.transport,
    webhooks: { bindAddress: '0' },
    log: createLogger({ level: 'error' }),
  });
  addKubelet({
    manager,
    transport: cluster.transport,
    clock: systemClock,
    motion: new Motion(systemClock),
    random: seeded(1),
    brokenImages: new Set(),
    metrics: new Metrics(),
  });
  const running = manager.start(stopping.signal);
  await Promise.race([manager.ready, running]);
  await beat(cluster);
  const timer = setInterval(() => void beat(cluster).catch(() => {}), heartbeat);
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    stopping.abort();
    await running;
    await logs.close();
    await cluster.stop();
  };
  return { ...cluster, stop, [Symbol.asyncDispose]: stop };
}

/** Without it, the node controller marks the node as not ready after 50 seconds. */
async function beat({ client }: RealCluster): Promise<void> {
  const renewTime = new Date().toISOString().replace('Z', '000Z');
  await client.apply(Lease, {
    metadata: { name: node, namespace: 'kube-node-lease' },
    spec: { holderIdentity: node, leaseDurationSeconds: 40, renewTime },
  });
}

function readyNode(kubeletPort: number): object {
  const now = new Date().toISOString();
  const condition = (type: string, status: string): object => ({
    type,
    status,
    reason: 'Simulated',
    message: '',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: node, labels: { 'kubernetes.io/hostname': node } },
    status: {
      capacity,
      allocatable: capacity,
      addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
      daemonEndpoints: { kubeletEndpoint: { Port: kubeletPort } },
      conditions: [
        condition('MemoryPressure', 'False'),
        condition('DiskPressure', 'False'),
        condition('PIDPressure', 'False'),
        condition('Ready', 'True'),
      ],
    },
  };
}

/** Answers `kubectl logs`, for which the API server asks the kubelet. */
async function serveLogs({ client }: RealCluster): Promise<{ port: number; close(): Promise<unknown> }> {
  const validity = { now: new Date(), lifetime: 86_400_000 };
  const { certificate: cert, key } = issueServerCertificate(newAuthority('kubelet', validity), {
    ...validity,
    commonName: node,
    names: ['127.0.0.1'],
  });
  const server = createServer({ cert, key }, (request, response) => {
    const [, , namespace = '', name = '', container = ''] = new URL(
      request.url ?? '/',
      'https://node',
    ).pathname.split('/');
    void client.find(Pod, { namespace, name }).then(
      (pod) => response.end(pod?.metadata.annotations?.[`log.testing.opgen.dev/${container}`] ?? ''),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
