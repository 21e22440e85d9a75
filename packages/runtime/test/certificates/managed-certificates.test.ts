import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServedWebhooks } from '../../src/certificates/certificate-provider.ts';
import { managedCertificates } from '../../src/certificates/managed-certificates.ts';
import { createClient } from '../../src/client/create-client.ts';
import { mergePatch } from '../../src/client/patch.ts';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../src/kinds/admissionregistration/v1.ts';
import { CustomResourceDefinition } from '../../src/kinds/apiextensions/v1.ts';
import { Secret } from '../../src/kinds/core/v1.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { JumpingClock } from '../support/jumping-clock.ts';
import { Memcached } from '../support/objects.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { type Provided, provide } from './context.ts';

const name = 'memcached-operator';
const namespace = 'memcached-operator-system';
const secret = { name: 'memcached-operator-certificates', namespace };
const all: ServedWebhooks = { defaulting: true, validation: true, conversions: [Memcached] };
const day = 24 * 3_600_000;

let cluster: TestCluster;
let clock: JumpingClock;

beforeEach(async () => {
  clock = new JumpingClock();
  cluster = await startTestCluster([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
});
afterEach(() => cluster.stop());

function replica(transport: Transport = cluster.transport, webhooks = all): Provided {
  return provide(managedCertificates({ name, namespace }), {
    clock,
    webhooks,
    client: createClient(transport),
  });
}

/** Advances the clock until the check passes. */
async function eventually(check: () => unknown): Promise<void> {
  await vi.waitFor(
    async () => {
      await clock.advance(40_000);
      await check();
    },
    { timeout: 30_000, interval: 5 },
  );
}

const webhook = (each: string, path: string, clientConfig: object = {}): object => ({
  name: `${each}-v1.cache.example.com`,
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  failurePolicy: 'Ignore',
  clientConfig: { service: { name: `${name}-webhook-service`, namespace, path }, ...clientConfig },
  rules: [
    { apiGroups: ['cache.example.com'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] },
  ],
});

const mutating = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name: `${name}-mutating-webhook-configuration` },
  webhooks: [webhook('mmemcached', '/mutate'), webhook('mpool', '/mutate-pool')],
};
const validating = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'ValidatingWebhookConfiguration',
  metadata: { name: `${name}-validating-webhook-configuration` },
  webhooks: [webhook('vmemcached', '/validate')],
};
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'memcacheds.cache.example.com' },
  spec: {
    group: 'cache.example.com',
    scope: 'Namespaced',
    names: { kind: 'Memcached', listKind: 'MemcachedList', plural: 'memcacheds', singular: 'memcached' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
    conversion: {
      strategy: 'Webhook',
      webhook: {
        clientConfig: { service: { name: `${name}-webhook-service`, namespace, path: '/convert' } },
        conversionReviewVersions: ['v1'],
      },
    },
  },
};
const manifests = [mutating, validating, definition];

/** The CA bundle of every webhook configuration and of the CRD. */
async function bundles(): Promise<(string | undefined)[]> {
  const { client } = cluster;
  const configurations = [
    await client.get(MutatingWebhookConfiguration, mutating.metadata),
    await client.get(ValidatingWebhookConfiguration, validating.metadata),
  ];
  const { spec } = await client.get(CustomResourceDefinition, definition.metadata);
  const configs = [
    ...configurations.flatMap(({ webhooks = [] }) => webhooks.map(({ clientConfig }) => clientConfig)),
    spec.conversion?.webhook?.clientConfig,
  ];
  return configs.map((config) => config?.caBundle && Buffer.from(config.caBundle, 'base64').toString());
}

async function expectTrust({ used }: Provided): Promise<void> {
  const bundle = used.at(-1)?.ca;
  expect(bundle).toContain('BEGIN CERTIFICATE');
  expect(await bundles()).toEqual([bundle, bundle, bundle, bundle]);
}

async function keptCertificate(): Promise<string> {
  const { data } = await cluster.client.get(Secret, secret);
  return Buffer.from(data?.['tls.crt'] ?? '', 'base64').toString();
}

test('stores certificates in a Secret, serves them, and writes the CA bundle for the API server', async () => {
  await cluster.install(manifests);
  const one = replica();
  await eventually(() => expectTrust(one));
  expect(one.used).toHaveLength(1);
  expect(one.used[0]?.certificate).toBe(await keptCertificate());
  expect((await cluster.client.get(Secret, secret)).type).toBe('kubernetes.io/tls');
  expect(one.log.text).toEqual(['info issued new certificates']);
  await one.stop();
  expect(clock.pending).toBe(0);
});

test('writes nothing while the certificate is valid', async () => {
  await cluster.install(manifests);
  const one = replica();
  await eventually(() => expectTrust(one));
  const { resourceVersion } = (await cluster.client.get(Secret, secret)).metadata;
  for (let each = 0; each < 5; each += 1) await clock.advance(60_000);
  expect((await cluster.client.get(Secret, secret)).metadata.resourceVersion).toBe(resourceVersion);
});

test('replicas that start together agree on a certificate and on its renewal', async () => {
  await cluster.install(manifests);
  const replicas = [replica(), replica(), replica(), replica()];
  const agree = async (count: number): Promise<void> => {
    const kept = await keptCertificate();
    for (const { used } of replicas) {
      expect(used.at(-1)?.certificate).toBe(kept);
      expect(used).toHaveLength(count);
    }
    const issued = replicas.flatMap(({ log }) => log.text.filter((line) => line.includes('issued')));
    expect(issued).toHaveLength(count);
  };
  await eventually(() => agree(1));
  clock.jump(61 * day);
  await eventually(() => agree(2));
  for (const each of replicas) await expectTrust(each);
});

test('rotates the CA so that the API server always trusts the current certificate', async () => {
  await cluster.install(manifests);
  const [one, two] = [replica(), replica()];
  await eventually(() => expectTrust(one));
  const first = one.used[0]?.ca ?? '';
  clock.jump(490 * day);
  await eventually(() => expect(one.used.at(-1)?.ca).not.toBe(first));
  expect(one.used.at(-1)?.ca).toContain(first);
  await eventually(() => expectTrust(two));
  clock.jump(2 * day);
  await eventually(() => expect(one.used.at(-1)?.ca?.startsWith(first)).toBe(false));
  expect(one.used.at(-1)?.ca).toContain(first);
  await eventually(() => expectTrust(two));
});

test('restores a CA bundle that another client overwrote', async () => {
  await cluster.install(manifests);
  const one = replica();
  await eventually(() => expectTrust(one));
  const stranger = { webhooks: [webhook('vmemcached', '/validate', { caBundle: 'Cg==' })] };
  await cluster.client.patch(ValidatingWebhookConfiguration, validating.metadata, mergePatch(stranger));
  await eventually(() => expectTrust(one));
});

test('logs a missing webhook configuration once and updates it when it appears', async () => {
  await cluster.install([mutating, definition]);
  const one = replica();
  await eventually(() => expect(one.used).toHaveLength(1));
  for (let each = 0; each < 10; each += 1) await clock.advance(40_000);
  const complaints = (): object[] => one.log.lines.filter(({ level }) => level === 'warn');
  await eventually(() => expect(complaints()).toHaveLength(1));
  expect(complaints()[0]).toMatchObject({
    fields: {
      object: 'ValidatingWebhookConfiguration memcached-operator-validating-webhook-configuration',
      problem: "not found: apply the operator's manifests",
    },
  });
  await cluster.install(validating);
  await eventually(() => expectTrust(one));
  expect(complaints()).toHaveLength(1);
});

test('looks up only configurations of served webhooks', async () => {
  const one = replica(cluster.transport, { defaulting: false, validation: false, conversions: [] });
  await eventually(() => expect(one.used).toHaveLength(1));
  expect(one.log.text).toEqual(['info issued new certificates']);
});

test('does not change a webhook with a URL', async () => {
  const url = {
    ...webhook('mpool', ''),
    clientConfig: { url: 'https://127.0.0.1:1/mutate', caBundle: 'Cg==' },
  };
  await cluster.install([{ ...mutating, webhooks: [webhook('mmemcached', '/mutate'), url] }]);
  const one = replica(cluster.transport, { defaulting: true, validation: false, conversions: [] });
  await eventually(async () => {
    const { webhooks = [] } = await cluster.client.get(MutatingWebhookConfiguration, mutating.metadata);
    expect(webhooks.map(({ clientConfig }) => clientConfig.caBundle?.length)).toEqual([
      Buffer.from(one.used[0]?.ca ?? '').toString('base64').length,
      4,
    ]);
  });
});

test.each([
  ['has no conversion webhook', undefined, 'no conversion webhook'],
  [
    'calls the Service of an unrendered manifest',
    { name: 'webhook-service', namespace: 'system', path: '/convert' },
    `its conversion webhook is the Service system/webhook-service, not ${namespace}/${name}-webhook-service`,
  ],
])('reports a CRD that %s', async (_, service, message) => {
  const { conversion, ...spec } = definition.spec;
  const webhook = { ...conversion.webhook, clientConfig: { service } };
  await cluster.install({
    ...definition,
    spec: { ...spec, ...(service !== undefined && { conversion: { ...conversion, webhook } }) },
  });
  const one = replica(cluster.transport, { defaulting: false, validation: false, conversions: [Memcached] });
  await eventually(() => expect(JSON.stringify(one.log.lines)).toContain(message));
});

describe('faults', () => {
  test('recreates a deleted Secret, and all replicas use it', async () => {
    await cluster.install(manifests);
    const [one, two] = [replica(), replica()];
    await eventually(() => expectTrust(one));
    await cluster.client.delete(Secret, secret);
    await eventually(() => {
      expect(one.used).toHaveLength(2);
      expect(two.used.at(-1)).toEqual(one.used.at(-1));
    });
    await eventually(() => expectTrust(two));
  });

  test('takes over an existing Secret and keeps its other data', async () => {
    const data = { 'tls.crt': 'eA==', 'tls.key': 'eA==', note: 'aGVsbG8=' };
    await cluster.client.create(Secret, { metadata: secret, type: 'kubernetes.io/tls', data });
    const one = replica();
    await eventually(() => expect(one.used).toHaveLength(1));
    expect((await cluster.client.get(Secret, secret)).data?.['note']).toBe('aGVsbG8=');
  });

  test('keeps the certificate and logs once while the API server does not answer', async () => {
    await cluster.install(manifests);
    let isDown = false;
    const transport: Transport = {
      request: (request) =>
        isDown ? Promise.reject(new Error('connect ECONNREFUSED')) : cluster.transport.request(request),
      close: async () => undefined,
    };
    const one = replica(transport);
    await eventually(() => expectTrust(one));
    isDown = true;
    await eventually(() => expect(one.log.text).toHaveLength(2));
    for (let each = 0; each < 20; each += 1) await clock.advance(60_000);
    isDown = false;
    await eventually(() => expect(one.log.text).toHaveLength(3));
    expect(one.log.text).toEqual([
      'info issued new certificates',
      'warn failed to maintain certificates; retrying',
      'info certificate problem resolved',
    ]);
    expect(one.used).toHaveLength(1);
  });

  test.each([400, 800, -30, -800])(
    'replicas agree on a new certificate after the clock jumps by %d days',
    async (days) => {
      await cluster.install(manifests);
      const [one, two] = [replica(), replica()];
      await eventually(() => expectTrust(one));
      clock.jump(days * day);
      await eventually(() => {
        expect(one.used.length).toBeGreaterThan(1);
        expect(two.used.at(-1)).toEqual(one.used.at(-1));
      });
      await eventually(() => expectTrust(two));
    },
  );

  test('logs which role is missing, and works with exactly these roles', async () => {
    await cluster.install(manifests);
    const user = `system:serviceaccount:${namespace}:memcached-operator-controller-manager`;
    const one = replica(cluster.transportFor({ name: user }));
    await eventually(() => expect(one.log.lines).toHaveLength(1));
    expect(one.log.lines[0]?.fields['problem']).toMatch(
      /cannot get resource "secrets".*: bind the role memcached-operator-certificates-role to the service account$/,
    );
    expect(one.used).toEqual([]);

    await cluster.install(certificateRoles(user));
    await eventually(() => expect(one.used).toHaveLength(1));
    await eventually(() =>
      expect(one.log.lines.map(({ fields }) => fields['problem'])).toContainEqual(
        expect.stringMatching(
          /customresourcedefinitions.*bind the role memcached-operator-webhook-role to the service account$/,
        ),
      ),
    );
    await cluster.install(webhookRoles(user));
    await eventually(() => expectTrust(one));
  });
});

function certificateRoles(user: string): object[] {
  const metadata = { name: `${name}-certificates-role`, namespace };
  return [
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata,
      rules: [
        { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
        { apiGroups: [''], resources: ['secrets'], resourceNames: [secret.name], verbs: ['get', 'update'] },
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: metadata.name },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
    },
  ];
}

const ruleFor = (apiGroup: string, resource: string, object: string): object => ({
  apiGroups: [apiGroup],
  resources: [resource],
  resourceNames: [object],
  verbs: ['get', 'patch'],
});

function webhookRoles(user: string): object[] {
  const metadata = { name: `${name}-webhook-role` };
  const admission = 'admissionregistration.k8s.io';
  return [
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata,
      rules: [
        ruleFor(admission, 'mutatingwebhookconfigurations', mutating.metadata.name),
        ruleFor(admission, 'validatingwebhookconfigurations', validating.metadata.name),
        ruleFor('apiextensions.k8s.io', 'customresourcedefinitions', definition.metadata.name),
      ],
    },
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadata.name },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: user }],
    },
  ];
}

test('uses self-signed certificates outside a cluster', async () => {
  vi.stubEnv('POD_NAMESPACE', '');
  const one = provide(managedCertificates({ name }), { clock });
  vi.unstubAllEnvs();
  await eventually(() => expect(one.used).toHaveLength(1));
});
