import { type Clock, createLogger, Manager } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import type { Minor } from '@opgen/rules/builtin';
import type { Motion } from '../clock/motion.ts';
import { seeded } from '../samples/random.ts';
import { addAutoscalerController } from './autoscaler/autoscaler-controller.ts';
import { Metrics } from './autoscaler/metrics.ts';
import { type MetricControls, metricControls } from './controls/metric-controls.ts';
import { type NodeControls, nodeControls } from './controls/node-controls.ts';
import { type PodControls, podControls } from './controls/pod-controls.ts';
import { addCronJobController } from './cron-job/cron-job-controller.ts';
import { addDaemonSetController } from './daemon-set/daemon-set-controller.ts';
import { addDeploymentController } from './deployment/deployment-controller.ts';
import { addDisruptionController } from './disruption/disruption-controller.ts';
import { addEndpointSliceController } from './endpoints/endpoint-slice-controller.ts';
import { addEndpointsController } from './endpoints/endpoints-controller.ts';
import { addJobController } from './job/job-controller.ts';
import { addTtlAfterFinishedController } from './job/ttl-after-finished-controller.ts';
import { addKubelet } from './kubelet/kubelet.ts';
import { createNodes } from './nodes/create-nodes.ts';
import { addNodeLifecycleController } from './nodes/node-lifecycle-controller.ts';
import { addPodGarbageCollector } from './nodes/pod-garbage-collector.ts';
import { addTaintEvictionController } from './nodes/taint-eviction-controller.ts';
import { addReplicaSetController } from './replica-set/replica-set-controller.ts';
import { addReplicationController } from './replica-set/replication-controller.ts';
import { addScheduler } from './scheduler/scheduler.ts';
import { addStatefulSetController } from './stateful-set/stateful-set-controller.ts';
import { addClaimController } from './volumes/claim-controller.ts';
import { createDefaultStorageClass } from './volumes/default-storage-class.ts';
import { addProvisioner } from './volumes/provisioner.ts';
import { addVolumeController } from './volumes/volume-controller.ts';
import type { WorkloadsOptions } from './workloads-options.ts';
import type { Workloads } from './workloads.ts';

/** Every controller of workloads. Each adds itself to the manager. */
const controllers: readonly ((workloads: Workloads) => void)[] = [
  addScheduler,
  addKubelet,
  addClaimController,
  addVolumeController,
  addProvisioner,
  addDisruptionController,
  addAutoscalerController,
  addEndpointSliceController,
  addEndpointsController,
  addNodeLifecycleController,
  addTaintEvictionController,
  addPodGarbageCollector,
  addReplicaSetController,
  addReplicationController,
  addDeploymentController,
  addStatefulSetController,
  addDaemonSetController,
  addCronJobController,
  addJobController,
  addTtlAfterFinishedController,
];

interface WorkloadsParts {
  transport: Transport;
  clock: Clock;
  motion: Motion;
  minor: Minor;
  options: WorkloadsOptions;
}

export interface RunningWorkloads {
  readonly pods: PodControls;
  readonly nodes: NodeControls;
  readonly metrics: MetricControls;
  stop(): Promise<void>;
}

/** Creates the nodes and starts the controllers, all in one manager. */
export async function startWorkloads({
  transport,
  clock,
  motion,
  minor,
  options: { nodes = 1, seed = 1 },
}: WorkloadsParts): Promise<RunningWorkloads> {
  const random = seeded(seed);
  const manager = new Manager({
    transport,
    clock,
    random: () => random.fraction(),
    fieldManager: 'kube-controller-manager',
    webhooks: { bindAddress: '0' },
    log: createLogger({ level: 'error' }),
  });
  const brokenImages = new Set<string>();
  const metrics = new Metrics();
  const workloads: Workloads = { manager, transport, clock, motion, random, brokenImages, metrics };
  for (const add of controllers) add(workloads);
  const client = manager.liveClient;
  const cluster = { client, clock, minor };
  await Promise.all([createNodes(cluster, nodes), createDefaultStorageClass(client)]);
  const stopping = new AbortController();
  const running = manager.start(stopping.signal);
  await Promise.race([manager.ready, running]);
  return {
    pods: podControls({ client, clock, brokenImages }),
    nodes: nodeControls(cluster),
    metrics: metricControls(metrics),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
