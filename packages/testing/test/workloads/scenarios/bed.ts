import type { LiveClient } from '@opgen/runtime';
import { Node } from '@opgen/runtime/kinds/core/v1';
import { startCluster } from '../../../src/cluster.ts';
import type { RealCluster } from '../../../src/envtest/real-cluster.ts';
import { eventually } from '../../../src/eventually.ts';

/** A cluster with one node on which workloads make progress. */
export interface Bed extends AsyncDisposable {
  readonly client: LiveClient;
  /** Resolves once the check passes. On the embedded cluster it has to pass as soon as nothing moves. */
  until(check: () => Promise<void>): Promise<void>;
  /** Lets time pass. */
  pass(seconds: number): Promise<void>;
}

export async function embeddedBed(): Promise<Bed> {
  const cluster = await startCluster({ workloads: true });
  return {
    client: cluster.client,
    async until(check) {
      await cluster.settled();
      await check();
    },
    pass: (seconds) => cluster.clock.advance(`${seconds}s`),
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
}

/** kube-apiserver, kube-controller-manager, kube-scheduler and kwok. */
export async function realBed(cluster: RealCluster): Promise<Bed> {
  const capacity = { cpu: '8', memory: '32Gi', pods: '110' };
  await cluster.install([
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'node-1', labels: { 'kubernetes.io/hostname': 'node-1' } },
      status: { capacity, allocatable: capacity },
    },
  ]);
  // Until its controller has seen that the node is ready, it has a taint.
  await eventually(async () => {
    const { spec } = await cluster.client.get(Node, { name: 'node-1' });
    if ((spec.taints ?? []).length > 0) throw new Error('the node is not ready');
  });
  return {
    client: cluster.client,
    until: (check) => eventually(check, { timeout: 90_000 }),
    pass: async () => {},
    [Symbol.asyncDispose]: () => cluster.stop(),
  };
}
