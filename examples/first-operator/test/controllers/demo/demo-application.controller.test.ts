// SPDX-License-Identifier: Apache-2.0

import { findCondition, Manager } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Service } from '@opgen/runtime/kinds/core/v1';
import { eventually, startCluster, type TestCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoApplication } from '../../../src/api/demo/v1alpha1/demo-application.ts';
import {
  desiredDeployment,
  desiredService,
  setupDemoApplicationController,
} from '../../../src/controllers/demo/demo-application.controller.ts';

const shop: DemoApplication = {
  apiVersion: 'demo.paas.example.com/v1alpha1',
  kind: 'DemoApplication',
  metadata: {
    name: 'shop',
    namespace: 'default',
    uid: 'b2d8f3a0',
    resourceVersion: '1',
    creationTimestamp: '2024-01-01T00:00:00Z',
  },
  spec: { image: 'shop:1', replica: 3, ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
};

// Pure functions need no API server.
describe('the desired objects of a DemoApplication', () => {
  test('a Deployment of its image, listening on its ports', () => {
    const { spec } = desiredDeployment(shop);
    expect(spec?.replicas).toBe(3);
    expect(spec?.template?.spec?.containers).toMatchObject([
      { image: 'shop:1', ports: [{ containerPort: 8080, protocol: 'TCP' }] },
    ]);
  });

  test('a NodePort Service that selects the Pods of the Deployment', () => {
    const { spec } = desiredService(shop);
    expect(spec?.type).toBe('NodePort');
    expect(spec?.selector).toEqual(desiredDeployment(shop).spec?.selector?.matchLabels);
  });

  test('both are owned by it', () => {
    for (const { metadata } of [desiredDeployment(shop), desiredService(shop)]) {
      expect(metadata?.ownerReferences).toMatchObject([{ uid: 'b2d8f3a0', controller: true }]);
    }
  });
});

// The API server runs inside this process: no cluster, no container.
describe('on an API server', () => {
  const ending = new AbortController();
  const key = { name: 'shop', namespace: 'default' };
  let cluster: TestCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster({ crds: 'config/crd/bases' });
    const manager = new Manager({ transport: cluster.transport, health: { bindAddress: '0' } });
    setupDemoApplicationController(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test('a DemoApplication gets its Deployment and its Service', async () => {
    await cluster.client.create(DemoApplication, { metadata: key, spec: shop.spec });

    const deployment = await eventually(() => cluster.client.get(Deployment, key));
    const service = await eventually(() => cluster.client.get(Service, key));
    expect(deployment.spec.replicas).toBe(3);
    expect(service.spec.ports).toMatchObject([{ port: 80, targetPort: 8080, nodePort: expect.any(Number) }]);
  });

  test('its status follows the Deployment', async () => {
    const deployment = await cluster.client.get(Deployment, key);
    await cluster.client.patchStatus(Deployment, deployment, {
      observedGeneration: deployment.metadata.generation ?? 0,
      replicas: 3,
      updatedReplicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
    });

    await eventually(async () => {
      const { status } = await cluster.client.get(DemoApplication, key);
      expect(status?.readyReplicas).toBe(3);
      expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
    });
  });

  test('a change of it changes the Deployment', async () => {
    const application = await cluster.client.get(DemoApplication, key);
    const spec = { ...application.spec, replica: 5 };
    await cluster.client.update(DemoApplication, { ...application, spec });

    await eventually(async () => {
      expect((await cluster.client.get(Deployment, key)).spec.replicas).toBe(5);
    });
  });

  test('a Service deleted by hand comes back', async () => {
    const { metadata } = await cluster.client.get(Service, key);
    await cluster.client.delete(Service, key);

    await eventually(async () => {
      expect((await cluster.client.get(Service, key)).metadata.uid).not.toBe(metadata.uid);
    });
  });

  test('deleting it deletes what it owned', async () => {
    await cluster.client.delete(DemoApplication, key);

    await eventually(async () => {
      expect(await cluster.client.find(Deployment, key)).toBeUndefined();
      expect(await cluster.client.find(Service, key)).toBeUndefined();
    });
  });
});
