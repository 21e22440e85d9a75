import { mergePatch, strategicPatch } from '@opgen/runtime';
import { Endpoints, Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

const labels = { app: 'web' };

function pod(name: string, namespace: string, port = 8080, spec: Partial<Pod['spec']> = {}) {
  const readinessProbe = { httpGet: { port: 'http' } };
  const ports = [
    { name: 'http', containerPort: port },
    { name: 'metrics', containerPort: 9090, protocol: 'TCP' },
  ];
  return {
    metadata: { name, namespace, labels },
    spec: { containers: [{ name: 'web', image: 'nginx:1', ports, readinessProbe }], ...spec },
  };
}

function service(namespace: string, spec: Partial<Service['spec']> = {}) {
  const ports = [
    { name: 'web', port: 80, targetPort: 'http', appProtocol: 'kubernetes.io/h2c' },
    { name: 'metrics', port: 9090 },
  ];
  return {
    metadata: { name: 'web', namespace, labels: { team: 'a' } },
    spec: { selector: labels, ports, ...spec },
  };
}

/** Passes once so many Pods run. */
function running({ client }: Bed, namespace: string, count: number): () => Promise<void> {
  return async () => {
    const { items } = await client.list(Pod, { namespace });
    expect(items.filter(({ status }) => status?.phase === 'Running')).toHaveLength(count);
  };
}

/** Makes the readiness probe of a Pod fail. kwok reads no annotation, and leaves conditions that others write. */
async function failProbe({ client }: Bed, namespace: string, name: string): Promise<void> {
  const annotations = { 'pods.testing.opgen.dev/readiness': 'fail' };
  await client.patch(Pod, { name, namespace }, mergePatch({ metadata: { annotations } }));
  const notReady = {
    status: 'False',
    reason: 'ContainersNotReady',
    message: 'containers with unready status: [web]',
  };
  const conditions = ['Ready', 'ContainersReady'].map((type) => ({ type, ...notReady }));
  await client.patch(Pod, { name, namespace }, strategicPatch({ status: { conditions } }), {
    subresource: 'status',
  });
}

export const serviceScenarios: Readonly<Record<string, Scenario>> = {
  'a Service and its Pods': async (bed, namespace, seen) => {
    const { client } = bed;
    await client.create(Service, service(namespace));
    await seen('without Pods');
    for (const [name, port] of [
      ['a', 8080],
      ['b', 8080],
      ['c', 8081],
    ] as const)
      await client.create(Pod, pod(name, namespace, port));
    await bed.until(running(bed, namespace, 3));
    await seen('with Pods');
    await failProbe(bed, namespace, 'a');
    await seen('a Pod is not ready');
    await client.patch(Pod, { name: 'b', namespace }, mergePatch({ metadata: { labels: { app: 'other' } } }));
    await seen('a Pod is no longer selected');
    await client.patch(
      Service,
      { name: 'web', namespace },
      mergePatch({ metadata: { labels: { team: 'b' } } }),
    );
    await seen('other labels');
    const [slice] = (await client.list(EndpointSlice, { namespace })).items;
    if (slice === undefined) throw new Error('no EndpointSlice');
    await client.delete(EndpointSlice, slice.metadata);
    await client.delete(Endpoints, { name: 'web', namespace });
    await seen('restored');
    for (const name of ['a', 'c']) await client.delete(Pod, { name, namespace });
    await seen('no Pods are left');
    await client.delete(Service, { name: 'web', namespace });
    await seen('deleted');
  },

  'a headless Service': async (bed, namespace, seen) => {
    const { client } = bed;
    await client.create(
      Service,
      service(namespace, {
        clusterIP: 'None',
        publishNotReadyAddresses: true,
        trafficDistribution: 'PreferSameNode',
      }),
    );
    const { metadata, spec } = service(namespace, { clusterIP: 'None' });
    await client.create(Service, {
      metadata: { ...metadata, name: 'no-ports' },
      spec: { selector: spec.selector, clusterIP: 'None' },
    });
    await client.create(Pod, pod('a', namespace, 8080, { hostname: 'first', subdomain: 'web' }));
    await client.create(Pod, pod('b', namespace));
    await bed.until(running(bed, namespace, 2));
    await failProbe(bed, namespace, 'b');
    await seen('with a Pod that is not ready');
  },

  'Services whose endpoints are not managed': async (bed, namespace, seen) => {
    const { metadata, spec } = service(namespace);
    await bed.client.create(Pod, pod('a', namespace));
    await bed.until(running(bed, namespace, 1));
    await bed.client.create(Service, { metadata, spec: { ports: spec.ports } });
    await bed.client.create(Service, {
      metadata: { ...metadata, name: 'elsewhere' },
      spec: { ...spec, type: 'ExternalName', externalName: 'example.com' },
    });
    await seen('created');
  },
};
