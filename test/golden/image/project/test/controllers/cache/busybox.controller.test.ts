// SPDX-License-Identifier: Apache-2.0

import { type Condition, findCondition, isConditionTrue, Manager } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import {
  matchesRole,
  type OperatorScenario,
  reachesSteadyState,
  recoversFromCrashes,
  revertsDrift,
  startCluster,
  type WorkloadCluster,
} from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Busybox } from '../../../src/api/cache/v1/busybox.ts';
import {
  desiredDeployment,
  observedStatus,
  setupBusyboxController,
} from '../../../src/controllers/cache/busybox.controller.ts';
// +scaffold:imports

function busyboxNamed(name: string): Busybox {
  return {
    apiVersion: 'cache.example.com/v1',
    kind: 'Busybox',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-of-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2024-01-01T00:00:00Z',
      generation: 3,
    },
    spec: { size: 3 },
  };
}

function selectorOf(name: string, image: string): unknown {
  const { spec } = desiredDeployment(busyboxNamed(name), image);
  return spec?.selector?.matchLabels;
}

// Pure functions need no API server.
describe('the Deployment', () => {
  test('selects the Pods of one object, whatever their image', () => {
    expect(selectorOf('sample', 'image:1')).toEqual(selectorOf('sample', 'image:2'));
    expect(selectorOf('sample', 'image:1')).not.toEqual(selectorOf('other', 'image:1'));
  });

  test('runs the requested number of replicas, without privileges', () => {
    const { spec } = desiredDeployment(busyboxNamed('sample'), 'localhost:5000/image');
    expect(spec?.replicas).toBe(3);
    expect(spec?.template?.spec).toMatchObject({
      securityContext: { runAsNonRoot: true },
      containers: [{ image: 'localhost:5000/image', securityContext: { capabilities: { drop: ['ALL'] } } }],
    });
  });
});

// The cluster runs in this process, on a virtual clock: no container, and no waiting.
describe('on a cluster', () => {
  const ending = new AbortController();
  const key = { name: 'sample', namespace: 'default' };
  const deploymentKey = { ...key, name: 'sample-busybox' };
  let cluster: WorkloadCluster;
  let stopped: Promise<void>;

  async function isReady(): Promise<boolean> {
    const { status } = await cluster.client.get(Busybox, key);
    return isConditionTrue(status?.conditions, 'Ready');
  }

  beforeAll(async () => {
    cluster = await startCluster({ crds: 'config/crd/bases', workloads: true });
    // +scaffold:webhooks
    const manager = new Manager({ transport: cluster.transport, clock: cluster.clock });
    setupBusyboxController(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test('a Busybox is ready when its Pods are', async () => {
    await cluster.client.create(Busybox, { metadata: key, spec: busyboxNamed('sample').spec });
    await cluster.settled();

    const { status } = await cluster.client.get(Deployment, deploymentKey);
    expect(status?.readyReplicas).toBe(3);
    expect(await isReady()).toBe(true);
  });

  test('it loses its Pods and recovers', async () => {
    const { items: pods } = await cluster.client.list(Pod, { namespace: 'default' });
    for (const { metadata } of pods) await cluster.client.delete(Pod, metadata);
    // All reconciles end, but no time passes: other Pods are still starting.
    await cluster.clock.advance(0);
    expect(await isReady()).toBe(false);

    await cluster.settled();
    expect(await isReady()).toBe(true);
  });

  test('the Deployment is garbage collected', async () => {
    await cluster.client.delete(Busybox, key);
    await cluster.settled();

    expect(await cluster.client.find(Deployment, deploymentKey)).toBeUndefined();
  });
});

// Each of these tests starts its own clusters.
describe('with restarts, drift and crashes', () => {
  const key = { name: 'sample', namespace: 'default' };
  const scenario: OperatorScenario = {
    cluster: { crds: 'config/crd/bases' },
    // +scaffold:scenario
    setup: setupBusyboxController,
    async act({ client }) {
      await client.create(Busybox, { metadata: key, spec: busyboxNamed('sample').spec });
    },
  };

  test('a second reconcile writes nothing', async () => {
    await reachesSteadyState(scenario);
  });

  test('the Deployment comes back after others edit or delete it', async () => {
    await revertsDrift(scenario);
  });

  test('a crash after any write does no harm', async () => {
    await recoversFromCrashes(scenario);
  });

  test('the role allows what the controller does', async () => {
    // Without isShared it reports unused rules, too; then setup has to register all controllers of the project.
    await matchesRole({ ...scenario, role: 'config/rbac/role.yaml', isShared: true });
  });
});

function readyCondition(status: Deployment['status']): Condition | undefined {
  const busybox = busyboxNamed('sample');
  const { metadata, spec } = desiredDeployment(busybox, 'image:1');
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...metadata, generation: 2 },
    spec,
    status,
  } as Deployment;
  return findCondition(observedStatus(busybox, deployment).conditions, 'Ready');
}

describe('the condition Ready', () => {
  const complete = { replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 };

  test('is True when the rollout is complete', () => {
    expect(readyCondition({ ...complete, observedGeneration: 2 })?.status).toBe('True');
  });

  test('is False while the status is of an earlier generation', () => {
    expect(readyCondition({ ...complete, observedGeneration: 1 })?.status).toBe('False');
  });

  test('is False while Pods of the previous template run', () => {
    const status = { ...complete, observedGeneration: 2, updatedReplicas: 1 };
    expect(readyCondition(status)?.status).toBe('False');
  });

  test('has the message of a Deployment that cannot progress', () => {
    const stuck = {
      type: 'Progressing',
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: 'no such image',
    } as const;
    expect(readyCondition({ observedGeneration: 2, conditions: [stuck] })).toMatchObject({
      status: 'False',
      reason: 'DeploymentFailed',
      message: 'no such image',
    });
  });
});
