/** An operator in a cluster as the API server sees it: a Service, and certificates that the operator created. */
import {
  type Clock,
  createLogger,
  type CustomResource,
  defineKind,
  deny,
  managedCertificates,
  Manager,
  systemClock,
} from '@opgen/runtime';
import { ValidatingWebhookConfiguration } from '@opgen/runtime/kinds/admissionregistration/v1';
import { CustomResourceDefinition } from '@opgen/runtime/kinds/apiextensions/v1';
import { Namespace, Secret, Service } from '@opgen/runtime/kinds/core/v1';
import { expect, onTestFinished, test, vi } from 'vitest';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';

interface Pool extends CustomResource<{ size: number }> {
  apiVersion: 'pools.example.com/v1';
  kind: 'Pool';
}
const Pool = defineKind<Pool>({
  apiVersion: 'pools.example.com/v1',
  kind: 'Pool',
  plural: 'pools',
  scope: 'Namespaced',
});

const name = 'pool-operator';
const namespace = 'pool-operator-system';
const secret = { name: `${name}-certificates`, namespace };
const configuration = { name: `${name}-validating-webhook-configuration` };

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'pools.pools.example.com' },
  spec: {
    group: 'pools.example.com',
    scope: 'Namespaced',
    names: { kind: 'Pool', listKind: 'PoolList', plural: 'pools', singular: 'pool' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};

/** There is no Service network here, so every Service address leads to this machine. */
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: `${name}-webhook-service`, namespace },
  spec: { type: 'ExternalName', externalName: 'localhost' },
};

const webhooks = (port: number): object => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: configuration,
  webhooks: [
    {
      name: 'vpool-v1.pools.example.com',
      admissionReviewVersions: ['v1'],
      sideEffects: 'None',
      clientConfig: {
        service: {
          name: service.metadata.name,
          namespace,
          port,
          path: '/validate-pools-example-com-v1-pool',
        },
      },
      rules: [
        {
          apiGroups: ['pools.example.com'],
          apiVersions: ['v1'],
          resources: ['pools'],
          operations: ['CREATE'],
        },
      ],
    },
  ],
});

/** A clock on which no timer takes longer than 200 ms. */
const fastClock: Clock = {
  ...systemClock,
  schedule: (delay, callback) => systemClock.schedule(Math.min(delay, 200), callback),
};

test.skipIf(!(await realServerAvailable()))(
  'a real API server trusts the certificates that an operator made, also those made later',
  async () => {
    const cluster = await sharedRealCluster();
    const { client } = cluster;
    const certificates = managedCertificates({ name, namespace });
    const manager = new Manager({
      transport: cluster.transport,
      log: createLogger({ level: 'error' }),
      webhooks: { bindAddress: '127.0.0.1:0' },
      certificates: { provide: (context) => certificates.provide({ ...context, clock: fastClock }) },
    });
    manager.webhook(Pool).validateWith({
      validateCreate: ({ spec }) => {
        if (spec.size > 5) deny('a pool of that size leaks');
      },
    });
    const end = new AbortController();
    await cluster.install([
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
      service,
      definition,
    ]);
    const run = manager.start(end.signal);
    onTestFinished(async () => {
      end.abort();
      await run;
      await client.delete(ValidatingWebhookConfiguration, configuration);
      await client.delete(CustomResourceDefinition, definition.metadata);
      await client.delete(Secret, secret);
      await client.delete(Service, service.metadata);
      await client.delete(Namespace, { name: namespace });
      await cluster.stop();
    });
    await manager.ready;
    await cluster.install(webhooks(Number(new URL(manager.webhookEndpoint?.url ?? '').port)));

    const create = (size: number): Promise<Pool> =>
      client.create(
        Pool,
        { metadata: { name: 'pool', namespace: 'default' }, spec: { size } },
        { dryRun: true },
      );
    const isAsked = async (): Promise<void> => {
      await expect(create(9)).rejects.toThrow('a pool of that size leaks');
      await expect(create(3)).resolves.toMatchObject({ spec: { size: 3 } });
    };
    await vi.waitFor(isAsked, 30_000);

    const before = manager.webhookEndpoint?.caBundle;
    await client.delete(Secret, secret);
    await expect.poll(() => manager.webhookEndpoint?.caBundle).not.toBe(before);
    await vi.waitFor(isAsked, 30_000);
  },
);
