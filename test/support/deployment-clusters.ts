import { realServerAvailable, startRealCluster, type TestCluster } from '@opgen/testing';
import { hasKubectl, withWorkloads } from './deployed.ts';
import { withKubelet } from './simulated-kubelet.ts';

const hasControlPlane = await realServerAvailable([
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
]);

/** Where tests deploy an operator, for `describe.each`: the name, whether it can run here, and how to start it. */
export const deploymentClusters: readonly [string, boolean, () => Promise<TestCluster>][] = [
  ['the embedded cluster', hasKubectl, withWorkloads],
  [
    'a real control plane',
    hasKubectl && hasControlPlane,
    async () => withKubelet(await startRealCluster({ controllers: true, scheduler: true })),
  ],
];
