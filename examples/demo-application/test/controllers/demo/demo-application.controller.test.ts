// SPDX-License-Identifier: Apache-2.0

import { findCondition, Manager, mergePatch } from '@opgen/runtime';
import { type Desired, observed } from '@opgen/runtime/composite';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { Ingress } from '@opgen/runtime/kinds/networking/v1';
import { serviceAccountTransport, startCluster, type WorkloadCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DemoApplication, type DemoApplicationSpec } from '../../../src/api/demo/v1/demo-application.ts';
import { DemoApplication as DemoApplicationV1beta1 } from '../../../src/api/demo/v1beta1/demo-application.ts';
import {
  desired,
  setupDemoApplicationController,
} from '../../../src/controllers/demo/demo-application.controller.ts';
import { serveWebhooks } from '../../webhooks/serve-webhooks.ts';
// +scaffold:imports

const spec: DemoApplicationSpec = {
  image: 'shop:1',
  replicas: 2,
  ports: [{ name: 'http', port: 80, targetPort: 8080 }],
};

const now = new Date('2024-01-01T00:00:00Z');

/** What an application with this spec should have. */
function desiredFor(changes: Partial<DemoApplicationSpec>): Desired<DemoApplication>['children'] {
  const shop: DemoApplication = {
    apiVersion: 'demo.paas.example.com/v1',
    kind: 'DemoApplication',
    metadata: {
      name: 'shop',
      namespace: 'default',
      uid: 'b2d8f3a0',
      resourceVersion: '1',
      generation: 1,
      creationTimestamp: '2024-01-01T00:00:00Z',
    },
    spec: { ...spec, ...changes },
  };
  return desired(shop, observed([], 'default'), { now }).children;
}

function containerOf(changes: Partial<DemoApplicationSpec>): unknown {
  const [deployment] = desiredFor(changes);
  return (deployment as Deployment).spec.template.spec?.containers[0];
}

// Pure functions need no API server.
describe('the desired objects', () => {
  test('the container listens on the target ports, each of them once', () => {
    const ports = [
      { name: 'http', port: 80, targetPort: 8080 },
      { name: 'alternative', port: 81, targetPort: 8080 },
      { name: 'metrics', port: 9090 },
    ];
    expect(containerOf({ ports })).toMatchObject({
      ports: [
        { containerPort: 8080, protocol: 'TCP' },
        { containerPort: 9090, protocol: 'TCP' },
      ],
    });
  });

  test('a named target port names the port of the container', () => {
    const ports = [{ name: 'http', port: 8080, targetPort: 'web' }];
    expect(containerOf({ ports })).toMatchObject({ ports: [{ name: 'web', containerPort: 8080 }] });
  });

  test('the environment of the spec is that of the container', () => {
    const env = [{ name: 'GREETING', value: 'hello' }];
    expect(containerOf({ env })).toMatchObject({ env });
  });

  test('an Ingress is desired only for a host', () => {
    expect(desiredFor({}).map(({ kind }) => kind)).toEqual(['Deployment', 'Service']);
    expect(desiredFor({ ingress: { host: 'shop.example.com', className: 'nginx' } })[2]).toMatchObject({
      kind: 'Ingress',
      spec: { ingressClassName: 'nginx', rules: [{ host: 'shop.example.com' }] },
    });
  });
});

// The cluster runs in this process: no container needed. The operator has the permissions of config/rbac.
describe('in a cluster', () => {
  const ending = new AbortController();
  const key = { name: 'shop', namespace: 'default' };
  let cluster: WorkloadCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster({ workloads: true, crds: 'config/crd/bases' });
    await serveWebhooks(cluster, ending.signal);
    // +scaffold:webhooks
    const transport = await serviceAccountTransport(cluster, 'config/rbac');
    const manager = new Manager({ transport, clock: cluster.clock, health: { bindAddress: '0' } });
    setupDemoApplicationController(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  async function change(changes: object): Promise<void> {
    await cluster.client.patch(DemoApplication, key, mergePatch({ spec: changes }));
    await cluster.settled();
  }

  async function runningPods(): Promise<string[]> {
    const { items } = await cluster.client.list(Pod);
    return items.filter(({ status }) => status?.phase === 'Running').map(({ metadata }) => metadata.uid);
  }

  test('an application has two running Pods, and is ready', async () => {
    await cluster.client.create(DemoApplication, { metadata: key, spec });
    await cluster.settled();
    expect(await runningPods()).toHaveLength(2);
    const { status } = await cluster.client.get(DemoApplication, key);
    expect(status).toMatchObject({ readyReplicas: 2, currentImage: 'shop:1', targetImage: 'shop:1' });
    expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
  });

  test('a killed Pod is replaced', async () => {
    const before = await runningPods();
    const { items } = await cluster.client.list(Pod);
    await cluster.client.delete(Pod, items[0]!.metadata);
    await cluster.settled();
    const after = await runningPods();
    expect(after).toHaveLength(2);
    expect(after).not.toEqual(before);
  });

  test('it scales', async () => {
    await change({ replicas: 3 });
    expect(await runningPods()).toHaveLength(3);
    expect((await cluster.client.get(DemoApplication, key)).status?.readyReplicas).toBe(3);
  });

  test('a new image that does not start leaves the old one serving, and the status says so', async () => {
    cluster.pods.failToPull('shop:2');
    await change({ image: 'shop:2' });
    const { status } = await cluster.client.get(DemoApplication, key);
    expect(status).toMatchObject({ currentImage: 'shop:1', targetImage: 'shop:2' });
    expect(findCondition(status?.conditions, 'Ready')?.status).toBe('False');
    await change({ image: 'shop:1' });
  });

  test('its Ingress comes, changes and goes with the host', async () => {
    await change({ ingress: { host: 'shop.example.com' } });
    await change({ ingress: { host: 'store.example.com' } });
    const { metadata, spec: found } = await cluster.client.get(Ingress, key);
    expect(metadata.ownerReferences).toMatchObject([{ kind: 'DemoApplication', controller: true }]);
    expect(found?.rules?.map(({ host }) => host)).toEqual(['store.example.com']);
    await change({ ingress: null });
    expect(await cluster.client.find(Ingress, key)).toBeUndefined();
  });

  test('it can be read and changed as v1beta1', async () => {
    const old = await cluster.client.get(DemoApplicationV1beta1, key);
    expect(old.spec.replica).toBe(3);
    const replaced = { ...old, spec: { ...old.spec, replica: 1, host: 'old.example.com' } };
    await cluster.client.update(DemoApplicationV1beta1, replaced);
    await cluster.settled();
    const { spec: found } = await cluster.client.get(DemoApplication, key);
    expect(found).toMatchObject({ replicas: 1, ingress: { host: 'old.example.com' } });
    expect(await runningPods()).toHaveLength(1);
  });

  test('what it created goes with it', async () => {
    await cluster.client.delete(DemoApplication, key);
    await cluster.settled();
    expect(await cluster.client.find(Deployment, key)).toBeUndefined();
    expect(await cluster.client.find(Service, key)).toBeUndefined();
    expect(await cluster.client.find(Ingress, key)).toBeUndefined();
    expect(await runningPods()).toEqual([]);
  });
});
