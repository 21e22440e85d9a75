/** The examples of docs/guides/composites.md. */
import { type Client, mergePatch } from '@opgen/runtime';
import { observed } from '@opgen/runtime/composite';
import { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { Pod, Secret, Service } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { desired, Memcached, setupMemcached, setupPool, setupServicePerPod } from '../guides/composites.ts';
import { definitionOf } from '../support/definition.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { operators } from './operators.ts';

const cache = { name: 'cache', namespace: 'default' };
const running = operators();

let cluster: TestCluster;
let client: Client;

beforeEach(async () => {
  cluster = await startTestCluster([definitionOf(Memcached)]);
  ({ client } = cluster);
});

afterEach(async () => {
  await running.stop();
  await cluster.stop();
});

const create = (spec: object = {}) =>
  client.create(Memcached, { metadata: cache, spec: { size: 2, image: 'memcached:1', ...spec } });
const setStatus = (kind: typeof Pod | typeof Job, name: string, status: object) =>
  client.patch<Pod | Job>(kind, { ...cache, name }, mergePatch({ status }), { subresource: 'status' });
const pods = async () =>
  (await client.list(Pod, { namespace: 'default' })).items.map(
    ({ metadata, spec }) => `${metadata.name} ${spec?.containers[0]?.image}`,
  );

test('a pure function needs no API server', () => {
  const metadata = { ...cache, uid: '1', resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };
  const memcached: Memcached = {
    apiVersion: 'cache.example.com/v1',
    kind: 'Memcached',
    metadata,
    spec: { size: 2, image: 'memcached:1' },
  };
  const { children, status } = desired(memcached, observed([]), { now: new Date('2026-01-01T00:00:00Z') });
  expect(children.map(({ kind }) => kind)).toEqual(['StatefulSet', 'Service']);
  expect(status).toMatchObject({ readyReplicas: 0, conditions: [{ type: 'Ready', status: 'False' }] });
});

test('creates the children of a Memcached', async () => {
  await running.start(cluster.transport, setupMemcached).ready;
  await create();
  await expect.poll(() => client.find(Service, cache)).toBeDefined();
  expect((await client.get(StatefulSet, cache)).spec).toMatchObject({ replicas: 2 });
});

test('updates Pods one at a time and saves them before deletion', async () => {
  const operator = running.start(cluster.transport, setupPool);
  await operator.ready;
  await create({ secretName: 'password' });
  await expect.poll(pods).toEqual(['cache-0 memcached:1', 'cache-1 memcached:1']);
  await setStatus(Pod, 'cache-0', { phase: 'Running' });
  await setStatus(Pod, 'cache-1', { phase: 'Running' });
  // A Pod that is down would be updated first, so wait until the operator has seen that both are ready.
  await expect.poll(() => operator.quietFor(200)).toBe(true);

  await client.patch(Memcached, cache, mergePatch({ spec: { image: 'memcached:2' } }));
  await expect.poll(pods).toEqual(['cache-0 memcached:2', 'cache-1 memcached:1']);
  await expect.poll(() => operator.quietFor(200)).toBe(true);
  expect(await pods()).toContain('cache-1 memcached:1');

  await client.delete(Memcached, cache);
  await expect.poll(() => client.find(Job, { ...cache, name: 'cache-save' })).toBeDefined();
  expect((await pods()).length).toBe(2);
  const at = '2026-01-01T00:00:00Z';
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime: at,
  }));
  await setStatus(Job, 'cache-save', { conditions, startTime: at, completionTime: at });
  await expect.poll(() => client.find(Memcached, cache)).toBeUndefined();
  expect(await pods()).toEqual([]);
});

test('updates Pods when the Secret that they use is created', async () => {
  await running.start(cluster.transport, setupPool).ready;
  await create({ size: 1, secretName: 'password' });
  await expect.poll(pods).toEqual(['cache-0 memcached:1']);
  await setStatus(Pod, 'cache-0', { phase: 'Running' });
  await client.create(Secret, { metadata: { ...cache, name: 'password' }, data: { PASSWORD: 'c2VjcmV0' } });
  const env = async () =>
    (await client.find(Pod, { ...cache, name: 'cache-0' }))?.spec?.containers[0]?.env?.map(
      ({ name }) => name,
    );
  await expect.poll(env).toEqual(['PASSWORD']);
});

test('creates a Service for a Pod', async () => {
  await running.start(cluster.transport, setupServicePerPod).ready;
  const labels = { 'example.com/service-per-pod': 'true' };
  const spec = { containers: [{ name: 'memcached', image: 'memcached:1' }] };
  await client.create(Pod, { metadata: { ...cache, labels }, spec });
  await expect.poll(() => client.find(Service, cache)).toBeDefined();
});
