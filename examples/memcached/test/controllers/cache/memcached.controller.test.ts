// SPDX-License-Identifier: Apache-2.0

import { findCondition, Manager, mergePatch } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { HorizontalPodAutoscaler } from '@opgen/runtime/kinds/autoscaling/v2';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { Event } from '@opgen/runtime/kinds/events/v1';
import { serviceAccountTransport, startCluster, type WorkloadCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Memcached } from '../../../src/api/cache/v1alpha1/memcached.ts';
import {
  desiredDeployment,
  finalizer,
  imageOf,
  setupMemcachedController,
} from '../../../src/controllers/cache/memcached.controller.ts';
// +scaffold:imports

function memcachedNamed(name: string, spec: Partial<Memcached['spec']> = {}): Memcached {
  return {
    apiVersion: 'cache.example.com/v1alpha1',
    kind: 'Memcached',
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-of-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2024-01-01T00:00:00Z',
      generation: 3,
    },
    spec: { size: 3, containerPort: 11211, ...spec },
  };
}

function selectorOf(name: string, image: string): unknown {
  const { spec } = desiredDeployment(memcachedNamed(name), image);
  return spec?.selector?.matchLabels;
}

// Pure functions need no API server.
describe('the Deployment', () => {
  test('selects the Pods of one object, whatever their image', () => {
    expect(selectorOf('sample', 'image:1')).toEqual(selectorOf('sample', 'image:2'));
    expect(selectorOf('sample', 'image:1')).not.toEqual(selectorOf('other', 'image:1'));
  });

  test('runs the requested number of replicas, without privileges', () => {
    const { spec } = desiredDeployment(memcachedNamed('sample'), 'localhost:5000/image');
    expect(spec?.replicas).toBe(3);
    expect(spec?.template?.spec).toMatchObject({
      securityContext: { runAsNonRoot: true },
      containers: [{ image: 'localhost:5000/image', securityContext: { capabilities: { drop: ['ALL'] } } }],
    });
  });

  test.each([
    ['memcached:1.6.39-alpine', undefined, 'memcached:1.6.39-alpine'],
    ['memcached:1.6.39-alpine', '1.6.40', 'memcached:1.6.40-alpine'],
    ['localhost:5000/memcached', '1.6.40', 'localhost:5000/memcached:1.6.40-alpine'],
  ])('of %s in version %s runs %s', (image, version, expected) => {
    const spec = version === undefined ? {} : { version };
    expect(imageOf(memcachedNamed('sample', spec), image)).toBe(expected);
  });
});

// The cluster runs in this process: no container needed. The operator has the permissions of config/rbac.
describe('in a cluster', () => {
  const ending = new AbortController();
  const key = { name: 'sample', namespace: 'default' };
  const deploymentKey = { ...key, name: 'sample-memcached' };
  let cluster: WorkloadCluster;
  let stopped: Promise<void>;

  beforeAll(async () => {
    cluster = await startCluster({ workloads: true, crds: 'config/crd/bases' });
    // +scaffold:webhooks
    const transport = await serviceAccountTransport(cluster, 'config/rbac');
    const manager = new Manager({ transport, clock: cluster.clock, health: { bindAddress: '0' } });
    setupMemcachedController(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
  });

  afterAll(async () => {
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  async function pods(): Promise<string[]> {
    const { items } = await cluster.client.list(Pod, { namespace: 'default' });
    return items.map(({ metadata }) => metadata.name).toSorted();
  }

  test('a Memcached becomes ready, and its status names its Pods', async () => {
    await cluster.client.create(Memcached, { metadata: key, spec: { size: 2 } });
    await cluster.settled();
    const { metadata, status } = await cluster.client.get(Memcached, key);
    expect(metadata.finalizers).toEqual([finalizer]);
    expect(findCondition(status?.conditions, 'Ready')?.status).toBe('True');
    expect(status?.pods).toHaveLength(2);
    expect(status?.pods).toEqual(await pods());
  });

  test('its status names the Pod that replaces a killed one', async () => {
    const [name = ''] = await pods();
    await cluster.client.delete(Pod, { ...key, name });
    await cluster.settled();
    const { status } = await cluster.client.get(Memcached, key);
    expect(status?.pods).toEqual(await pods());
    expect(status?.pods).not.toContain(name);
  });

  test('its scale subresource sets its size', async () => {
    await cluster.client.scale(Memcached, key, 3);
    await cluster.settled();
    expect(await pods()).toHaveLength(3);
    const { spec, status } = await cluster.client.getScale(Memcached, key);
    expect({ wanted: spec?.replicas, existing: status?.replicas }).toEqual({ wanted: 3, existing: 3 });
  });

  test('an autoscaler sets its size by the load of its Pods', async () => {
    const labels = { 'app.kubernetes.io/instance': 'sample' };
    cluster.metrics.ofPods({ labels, total: { cpu: '450m' } });
    await cluster.client.create(HorizontalPodAutoscaler, {
      metadata: key,
      spec: {
        scaleTargetRef: { apiVersion: Memcached.apiVersion, kind: Memcached.kind, name: 'sample' },
        maxReplicas: 8,
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'AverageValue', averageValue: '100m' } },
          },
        ],
      },
    });
    await cluster.clock.advance('1m');
    await cluster.settled();
    expect(await pods()).toHaveLength(5);
    await cluster.client.delete(HorizontalPodAutoscaler, key);
  });

  test('a version that does not start leaves the current one serving', async () => {
    cluster.pods.failToPull('memcached:9.9.9-alpine');
    await cluster.client.patch(Memcached, key, mergePatch({ spec: { version: '9.9.9' } }));
    await cluster.settled();
    const { status } = await cluster.client.get(Memcached, key);
    expect(status).toMatchObject({
      currentImage: 'memcached:1.6.39-alpine',
      targetImage: 'memcached:9.9.9-alpine',
    });
    expect(findCondition(status?.conditions, 'Ready')?.status).toBe('False');
    await cluster.client.patch(Memcached, key, mergePatch({ spec: { version: null } }));
    await cluster.settled();
  });

  test('drift of the Deployment is reverted', async () => {
    const { spec: desired } = await cluster.client.get(Deployment, deploymentKey);
    await cluster.client.patch(Deployment, deploymentKey, mergePatch({ spec: { replicas: 9 } }));
    await cluster.settled();
    expect((await cluster.client.get(Deployment, deploymentKey)).spec).toEqual(desired);
  });

  test('a deleted Memcached leaves an Event and nothing else', async () => {
    await cluster.client.delete(Memcached, key);
    await cluster.settled();
    expect(await cluster.client.find(Memcached, key)).toBeUndefined();
    expect(await cluster.client.find(Deployment, deploymentKey)).toBeUndefined();
    expect(await pods()).toEqual([]);
    const { items } = await cluster.client.list(Event, { namespace: 'default' });
    expect(items.map(({ reason }) => reason)).toContain('Deleting');
  });
});
