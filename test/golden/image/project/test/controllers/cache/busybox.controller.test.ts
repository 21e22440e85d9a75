// SPDX-License-Identifier: Apache-2.0

import { type Condition, findCondition, jsonPatch, Manager } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { eventually, startCluster, type TestCluster } from '@opgen/testing';
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

// The API server runs in this process: no cluster and no container needed.
describe('on an API server', () => {
  const ending = new AbortController();
  const key = { name: 'sample', namespace: 'default' };
  const deploymentKey = { ...key, name: 'sample-busybox' };
  let cluster: TestCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster({ crds: 'config/crd/bases' });
    // +scaffold:webhooks
    const manager = new Manager({ transport: cluster.transport, health: { bindAddress: '0' } });
    setupBusyboxController(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test('a Busybox gets a Deployment', async () => {
    await cluster.client.create(Busybox, { metadata: key, spec: busyboxNamed('sample').spec });

    const deployment = await eventually(() => cluster.client.get(Deployment, deploymentKey));
    expect(deployment.spec.replicas).toBe(3);
  });

  test('it is ready when its Deployment is', async () => {
    const deployment = await cluster.client.get(Deployment, deploymentKey);
    await cluster.client.patchStatus(Deployment, deployment, {
      observedGeneration: deployment.metadata.generation ?? 0,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
    });

    await eventually(async () => {
      const { status } = await cluster.client.get(Busybox, key);
      expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
    });
  });

  test('drift of the Deployment is reverted', async () => {
    const { spec: desired } = await cluster.client.get(Deployment, deploymentKey);
    const change = jsonPatch([
      { op: 'replace', path: '/spec/replicas', value: 9 },
      { op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'another:1' },
    ]);
    await cluster.client.patch(Deployment, deploymentKey, change);

    await eventually(async () => {
      const { spec } = await cluster.client.get(Deployment, deploymentKey);
      expect(spec).toEqual(desired);
    });
  });

  test('a deleted Deployment is created again', async () => {
    const { metadata } = await cluster.client.get(Deployment, deploymentKey);
    await cluster.client.delete(Deployment, deploymentKey);

    await eventually(async () => {
      const { metadata: next } = await cluster.client.get(Deployment, deploymentKey);
      expect(next.uid).not.toBe(metadata.uid);
    });
  });

  test('the Deployment is garbage collected', async () => {
    await cluster.client.delete(Busybox, key);

    await eventually(async () => {
      expect(await cluster.client.find(Deployment, deploymentKey)).toBeUndefined();
    });
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
