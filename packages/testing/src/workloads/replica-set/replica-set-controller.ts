import { ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import type { Workloads } from '../workloads.ts';
import { addReplicasController } from './replicas-controller.ts';

export function addReplicaSetController(workloads: Workloads): void {
  addReplicasController(workloads, {
    kind: ReplicaSet,
    name: 'replicaset-controller',
    countsTerminating: true,
  });
}
