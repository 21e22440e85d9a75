// SPDX-License-Identifier: Apache-2.0

import { type Client, type DurationText, Manager } from '@opgen/runtime';
import {
  eventually,
  findBinary,
  realServerAvailable,
  serviceAccountTransport,
  startCluster,
  type WorkloadCluster,
} from '@opgen/testing';
import { vi } from 'vitest';
import { setupEtcdBackupController } from '../../src/controllers/etcd/etcd-backup.controller.ts';
import { setupEtcdClusterController } from '../../src/controllers/etcd/etcd-cluster.controller.ts';
import { setupEtcdRestoreController } from '../../src/controllers/etcd/etcd-restore.controller.ts';
import { Containers } from './containers.ts';
import { fakeEtcd } from './fake-etcd.ts';
import { realEtcd } from './real-etcd.ts';

// Tests wait for conditions, and real processes take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** An embedded cluster with the operator in it, and an etcd process for each Pod that runs. */
export interface Bed extends AsyncDisposable {
  readonly cluster: WorkloadCluster;
  readonly client: Client;
  readonly containers: Containers;
  /** Lets time pass until the check does not throw. */
  until<T>(check: () => T | Promise<T>, pace?: DurationText): Promise<T>;
  /** Lets some time pass. */
  pass(seconds: number): Promise<void>;
}

export async function startBed({ real = false } = {}): Promise<Bed> {
  const binary = real && (await realServerAvailable()) ? await findBinary('etcd') : undefined;
  const runner = binary === undefined ? fakeEtcd() : await realEtcd(binary);
  const cluster = await startCluster({
    crds: 'config/crd/bases',
    objects: notReadyBeforeEtcd,
    workloads: { nodes: 4 },
  });
  const containers = new Containers({ client: cluster.client, runner, probes: cluster.pods });
  const ending = new AbortController();
  const { clock } = cluster;
  const transport = await serviceAccountTransport(cluster, 'config/rbac');
  const manager = new Manager({ transport, clock, health: { bindAddress: '0' } });
  setupEtcdClusterController(manager, { send: runner.fetch, clock });
  setupEtcdBackupController(manager, clock);
  setupEtcdRestoreController(manager);
  const stopped = manager.start(ending.signal);
  await manager.ready;

  const tick = async (pace: DurationText): Promise<void> => {
    await containers.sync();
    await clock.advance(pace);
    await cluster.settled();
    // Before a test goes on, the program of each Job that has ended has done its work.
    await containers.sync();
  };
  return {
    cluster,
    client: cluster.client,
    containers,
    until: (check, pace = '1s') =>
      eventually(
        async () => {
          await tick(pace);
          return check();
        },
        { timeout: 60_000 },
      ),
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 5) await tick('5s');
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await stopped;
      await containers.stop();
      await cluster.stop();
    },
  };
}

/** The simulated kubelet would count a member as ready before its process is: its probe fails until it is. */
const notReadyBeforeEtcd = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: 'not-ready-before-etcd' },
    spec: {
      failurePolicy: 'Fail',
      reinvocationPolicy: 'Never',
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] },
        ],
      },
      matchConditions: [{ name: 'member', expression: 'has(object.spec.subdomain)' }],
      mutations: [
        {
          patchType: 'ApplyConfiguration',
          applyConfiguration: {
            expression: `Object{metadata: Object.metadata{annotations: {"pods.testing.opgen.dev/readiness": "fail"}}}`,
          },
        },
      ],
    },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name: 'not-ready-before-etcd' },
    spec: { policyName: 'not-ready-before-etcd' },
  },
];
