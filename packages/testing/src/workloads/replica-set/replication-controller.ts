import { ReplicationController } from '@opgen/runtime/kinds/core/v1';
import type { Workloads } from '../workloads.ts';
import { addReplicasController } from './replicas-controller.ts';

/** ReplicationControllers are the predecessors of ReplicaSets. */
export function addReplicationController(workloads: Workloads): void {
  addReplicasController(workloads, {
    kind: ReplicationController,
    name: 'replication-controller',
    countsTerminating: false,
  });
}
