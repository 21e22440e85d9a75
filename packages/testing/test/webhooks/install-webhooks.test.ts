import { randomBytes } from 'node:crypto';
import type { Transport } from '@opgen/runtime/transport';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';
import type { Installer } from '../../src/installer.ts';
import { send } from '../../src/webhooks/send.ts';
import { startWebhookServer } from '../support/webhook-server.ts';

const real = await realServerAvailable();
const servers = [
  { server: 'the embedded API server', start: () => startCluster(), available: true },
  { server: 'the real API server', start: sharedRealCluster, available: real },
];

describe.each(servers)('$server', ({ start, available }) => {
  if (!available) return test.skip('is not built', () => {});

  let cluster: Installer & { transport: Transport; stop(): Promise<void> };
  let group: string;
  let configuration: string;
  beforeEach(async () => {
    cluster = await start();
    configuration = `memcached-${randomBytes(4).toString('hex')}`;
    group = `${configuration}.example.com`;
  });
  afterEach(async () => {
    const configurations = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations';
    await cluster.transport.request({ method: 'DELETE', path: `${configurations}/${configuration}` });
    await cluster.stop();
  });

  test('calls the webhooks at the endpoint as soon as they are installed', async () => {
    const webhooks = await startWebhookServer();
    webhooks.admit('/mutate-memcached', () => ({
      allowed: true,
      patch: [{ op: 'add', path: '/spec/size', value: 3 }],
    }));
    await cluster.install(definition(group));
    await cluster.installWebhooks(mutating(configuration, group), webhooks);

    const made = await send<{ spec: object }>(
      cluster.transport,
      'POST',
      path(group, 'v1'),
      memcached(group, {}),
    );
    expect(made.spec).toEqual({ size: 3 });
  });

  test.each([
    ['the installed CRD', true],
    ['a patch, which a component of kustomize would apply', false],
  ])('converts objects at the endpoint if the conversion is declared by %s', async (_, isInstalled) => {
    const webhooks = await startWebhookServer();
    const conversion = { strategy: 'Webhook', webhook: unreachable };
    const { metadata, ...crd } = definition(group, conversion) as { metadata: object };
    await cluster.install(definition(group, isInstalled ? conversion : undefined));
    await send(cluster.transport, 'POST', path(group, 'v1'), memcached(group, { size: 2 }));
    webhooks.convert('/convert', ({ desiredAPIVersion, objects }) => ({
      result: { status: 'Success' },
      convertedObjects: objects.map((object) => ({
        ...object,
        apiVersion: desiredAPIVersion,
        spec: { replicas: object.spec?.['size'] },
      })),
    }));
    await cluster.installWebhooks(isInstalled ? [] : { ...crd, metadata, spec: { conversion } }, webhooks);

    const shown = await send<{ spec: object }>(cluster.transport, 'GET', `${path(group, 'v2')}/cache`);
    expect(shown.spec).toEqual({ replicas: 2 });
  });
});

const unreachable = {
  clientConfig: { service: { name: 'webhook-service', namespace: 'system', path: '/convert' } },
  conversionReviewVersions: ['v1'],
};

function definition(group: string, conversion?: object): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `memcacheds.${group}` },
    spec: {
      group,
      names: { kind: 'Memcached', plural: 'memcacheds' },
      scope: 'Namespaced',
      versions: [version('v1', 'size', true), version('v2', 'replicas', false)],
      ...(conversion && { conversion }),
    },
  };
}

function version(name: string, field: string, storage: boolean): object {
  const spec = { type: 'object', properties: { [field]: { type: 'integer' } } };
  return {
    name,
    served: true,
    storage,
    schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
  };
}

function mutating(name: string, group: string): object {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name },
    webhooks: [
      {
        name: `mmemcached-v1.${group}`,
        clientConfig: {
          service: { name: 'webhook-service', namespace: 'system', path: '/mutate-memcached' },
        },
        rules: [
          { apiGroups: [group], apiVersions: ['v1'], operations: ['CREATE'], resources: ['memcacheds'] },
        ],
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
      },
    ],
  };
}

function path(group: string, version: string): string {
  return `/apis/${group}/${version}/namespaces/default/memcacheds`;
}

function memcached(group: string, spec: object): object {
  return { apiVersion: `${group}/v1`, kind: 'Memcached', metadata: { name: 'cache' }, spec };
}
