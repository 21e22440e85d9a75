import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConflictError } from '../../src/client/errors.ts';
import { mergePatch } from '../../src/client/patch.ts';
import { draft } from '../../src/objects/deep-readonly.ts';
import { Deployment } from '../../src/kinds/apps/v1.ts';
import { TokenReview } from '../../src/kinds/authentication/v1.ts';
import { Namespace, Pod, ServiceAccount } from '../../src/kinds/core/v1.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

let cluster: TestCluster;
const spec = { containers: [{ name: 'web', image: 'nginx' }] };
const inShop = (name: string) => ({ name, namespace: 'shop' });

beforeAll(async () => {
  cluster = await startTestCluster();
  const { client } = cluster;
  await client.create(Namespace, { metadata: { name: 'shop' } });
  await client.create(ServiceAccount, { metadata: inShop('robot') });
  // The real server refuses Pods until their ServiceAccount exists.
  await client.create(ServiceAccount, { metadata: inShop('default') }).catch(() => undefined);
});
afterAll(() => cluster.stop());

test('a token of a ServiceAccount is issued for its audiences', async () => {
  const { client } = cluster;
  const robot = client.subresource(ServiceAccount, inShop('robot'), 'token');
  const { status } = await robot.create({ spec: { audiences: ['vault'], expirationSeconds: 600 } });
  const review = { metadata: {}, spec: { token: status?.token ?? '', audiences: ['vault'] } };
  expect((await client.create(TokenReview, review)).status).toMatchObject({
    authenticated: true,
    audiences: ['vault'],
    user: { username: 'system:serviceaccount:shop:robot' },
  });
});

test('a scale is read, patched, and replaced with a check for conflicts', async () => {
  const { client } = cluster;
  const labels = { app: 'web' };
  await client.create(Deployment, {
    metadata: inShop('web'),
    spec: { replicas: 1, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  });
  const scale = client.subresource(Deployment, inShop('web'), 'scale');
  const read = await scale.get();
  expect(read).toMatchObject({ kind: 'Scale', spec: { replicas: 1 } });
  expect((await scale.patch(mergePatch({ spec: { replicas: 2 } }))).spec.replicas).toBe(2);
  const changed = draft(read);
  changed.spec.replicas = 3;
  await expect(scale.update(changed)).rejects.toBeInstanceOf(ConflictError);
  await expect(scale.update(changed, { dryRun: true })).rejects.toBeInstanceOf(ConflictError);
  const latest = draft(await scale.get());
  latest.spec.replicas = 3;
  expect((await scale.update(latest)).spec.replicas).toBe(3);
});

test('a binding and an eviction return a Status', async () => {
  const { client } = cluster;
  await client.create(Pod, { metadata: inShop('web-0'), spec });
  const target = { apiVersion: 'v1', kind: 'Node', name: 'node-1' };
  const bound = await client.subresource(Pod, inShop('web-0'), 'binding').create({ target });
  expect(bound).toMatchObject({ kind: 'Status', status: 'Success' });
  expect((await client.get(Pod, inShop('web-0'))).spec?.nodeName).toBe('node-1');
  const eviction = client.subresource(Pod, inShop('web-0'), 'eviction');
  const dryRun = await eviction.create({ deleteOptions: { gracePeriodSeconds: 0 } }, { dryRun: true });
  expect(dryRun).toMatchObject({ kind: 'Status', status: 'Success' });
  await client.evict(inShop('web-0'), { dryRun: true });
  expect(await client.find(Pod, inShop('web-0'))).toBeDefined();
});

test('a status is patched and read like its object', async () => {
  const { client } = cluster;
  await client.create(Pod, { metadata: inShop('web-1'), spec });
  const status = client.subresource(Pod, inShop('web-1'), 'status');
  await status.patch(mergePatch({ status: { message: 'checked' } }));
  expect((await status.get()).status?.message).toBe('checked');
});
