import { type Clock, createLogger, Manager } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import type { Motion } from '../clock/motion.ts';
import { seeded } from '../samples/random.ts';
import { addDeploymentController } from './deployment/deployment-controller.ts';
import { addKubelet } from './kubelet/kubelet.ts';
import { createNodes } from './nodes/create-nodes.ts';
import { addNodeLifecycleController } from './nodes/node-lifecycle-controller.ts';
import { addTaintEvictionController } from './nodes/taint-eviction-controller.ts';
import { addReplicaSetController } from './replica-set/replica-set-controller.ts';
import { addScheduler } from './scheduler/scheduler.ts';
import type { WorkloadsOptions } from './workloads-options.ts';
import type { Workloads } from './workloads.ts';

/** Every controller of workloads. Each adds itself to the manager. */
const controllers: readonly ((workloads: Workloads) => void)[] = [
  addScheduler,
  addKubelet,
  addNodeLifecycleController,
  addTaintEvictionController,
  addReplicaSetController,
  addDeploymentController,
];

interface WorkloadsParts {
  transport: Transport;
  clock: Clock;
  motion: Motion;
  options: WorkloadsOptions;
}

/** Creates the nodes and starts the controllers, all in one manager. */
export async function startWorkloads({
  transport,
  clock,
  motion,
  options: { nodes = 1, seed = 1 },
}: WorkloadsParts): Promise<{ stop(): Promise<void> }> {
  const random = seeded(seed);
  const manager = new Manager({
    transport,
    clock,
    random: () => random.fraction(),
    fieldManager: 'kube-controller-manager',
    webhooks: { bindAddress: '0' },
    log: createLogger({ level: 'error' }),
  });
  const workloads: Workloads = { manager, transport, clock, motion, random };
  for (const add of controllers) add(workloads);
  await createNodes(manager.liveClient, clock, nodes);
  const stopping = new AbortController();
  const running = manager.start(stopping.signal);
  await Promise.race([manager.ready, running]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
