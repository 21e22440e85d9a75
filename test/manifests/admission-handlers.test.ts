/** The webhooks of a guide: their manifests are generated from the markers, and an API server calls them. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ForbiddenError, createClient, createLogger, Manager } from '@opgen/runtime';
import { Deployment, StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Namespace, Pod } from '@opgen/runtime/kinds/core/v1';
import { startCluster, type TestCluster } from '@opgen/testing';
import type { WebhookConfiguration } from '@opgen/rules/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { setupRequestWebhooks } from '../../packages/runtime/test/webhook/guide/requests.webhook.ts';
import { realServerAvailable } from '../../packages/testing/src/envtest/availability.ts';
import { sharedRealCluster } from '../../packages/testing/src/envtest/shared-real-cluster.ts';
import { manifestsOf } from './project.ts';

const guide = new URL('../../packages/runtime/test/webhook/guide/requests.webhook.ts', import.meta.url);

/** The configurations of the guide's classes, limited to one namespace. */
async function configurationsFor(namespace: string): Promise<WebhookConfiguration[]> {
  const { diagnostics, files } = await manifestsOf({
    'src/webhooks/requests.ts': await readFile(guide, 'utf8'),
  });
  expect(diagnostics).toEqual([]);
  const [file] = files.filter(({ path }) => path === 'config/webhook/manifests.yaml');
  return parseAllDocuments(file?.content ?? '')
    .map((document) => document.toJS() as WebhookConfiguration)
    .map((configuration) => ({
      ...configuration,
      metadata: { name: `${namespace}-${configuration.kind.toLowerCase()}` },
      webhooks: (configuration.webhooks ?? []).map((webhook) => ({
        ...webhook,
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
      })),
    }));
}

const template = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image: 'web:1' }] },
};
const workload = { replicas: 1, selector: { matchLabels: { app: 'web' } }, template };

type Cluster = Pick<TestCluster, 'transport' | 'installWebhooks' | 'stop'>;

describe.each<{ server: string; start: () => Promise<Cluster>; available: boolean }>([
  { server: 'the embedded API server', start: () => startCluster(), available: true },
  {
    server: 'a real API server',
    start: () => sharedRealCluster(),
    available: await realServerAvailable(),
  },
])('handlers of requests on $server', ({ start, available }) => {
  if (!available) return test.skip('is not built', () => {});

  const namespace = `requests-${randomBytes(4).toString('hex')}`;
  const key = (name: string): { name: string; namespace: string } => ({ name, namespace });
  const warnings: string[] = [];
  const ending = new AbortController();
  let cluster: Cluster;
  let client: ReturnType<typeof createClient>;
  let stopped: Promise<void>;
  let configurations: WebhookConfiguration[];

  beforeAll(async () => {
    cluster = await start();
    client = createClient(cluster.transport, { onWarning: (warning) => warnings.push(warning) });
    await client.create(Namespace, { metadata: { name: namespace } });
    const manager = new Manager({
      log: createLogger({ level: 'silent' }),
      transport: cluster.transport,
      webhooks: { bindAddress: '127.0.0.1:0' },
    });
    setupRequestWebhooks(manager);
    stopped = manager.start(ending.signal);
    await manager.ready;
    configurations = await configurationsFor(namespace);
    await cluster.installWebhooks(configurations, manager.webhookEndpoint);
  });

  afterAll(async () => {
    for (const { kind, metadata } of configurations) {
      const path = `/apis/admissionregistration.k8s.io/v1/${kind.toLowerCase()}s/${metadata.name}`;
      await (await cluster.transport.request({ method: 'DELETE', path })).text();
    }
    ending.abort();
    await stopped;
    await cluster.stop();
  });

  test.each([
    { kind: Deployment, spec: workload },
    { kind: StatefulSet, spec: { ...workload, serviceName: 'web' } },
  ])('limit the scale of a $kind.kind', async ({ kind, spec }) => {
    const name = kind.plural;
    // Both kinds have a scale subresource; the object itself is not limited.
    await client.create(kind as typeof Deployment, { metadata: key(name), spec: spec as typeof workload });
    await client.scale(kind as typeof Deployment, key(name), 6);
    expect(warnings).toContain('more than 5 replicas need the approval of the capacity team');
    const denied = await client
      .scale(kind as typeof Deployment, key(name), 11)
      .catch((error: unknown) => error);
    expect(denied).toBeInstanceOf(ForbiddenError);
    expect((denied as ForbiddenError).status).toMatchObject({
      code: 403,
      message: `admission webhook "scale.cache.example.com" denied the request: ${name} must not have more than 10 replicas`,
      details: { name },
    });
    const { spec: scaled } = await client.getScale(kind as typeof Deployment, key(name));
    expect(scaled?.replicas).toBe(6);
  });

  test('patch objects of every kind', async () => {
    const created = await client.create(ConfigMap, {
      metadata: { ...key('any'), annotations: { mine: 'yes' } },
    });
    expect(created.metadata.annotations).toMatchObject({
      mine: 'yes',
      'example.com/creator': expect.any(String),
    });
  });

  test('deny an eviction', async () => {
    await client.create(Pod, {
      metadata: { ...key('database-0'), labels: { app: 'database' } },
      spec: { containers: template.spec.containers },
    });
    await expect(client.evict(key('database-0'))).rejects.toThrow(
      'only administrators may use eviction on database-0',
    );
  });

  test('deny CONNECT requests', async () => {
    const path = `/api/v1/namespaces/${namespace}/pods/database-0/exec?command=sh&stdout=true`;
    const answer = await cluster.transport.request({ method: 'POST', path });
    expect(await answer.text()).toContain('only administrators may use exec on database-0');
    expect(answer.status).toBe(403);
  });
});
