import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createClient } from '../../src/client/create-client.ts';
import { createOrUpdate } from '../../src/client/create-or-update.ts';
import type { New } from '../../src/objects/desired.ts';
import { Memcached, memcached } from './memcached.ts';
import { failure, ScriptedTransport } from './scripted-transport.ts';

const key = { name: 'sample', namespace: 'shop' };
const notFound = failure(404, 'NotFound', 'memcacheds.cache.example.com "sample" not found');
const sized =
  (size: number) =>
  (current: Memcached | undefined): New<Memcached> => ({
    metadata: { labels: { tier: 'gold' } },
    spec: { ...current?.spec, size },
  });

function subject(...answers: ConstructorParameters<typeof ScriptedTransport>): [Client, ScriptedTransport] {
  const transport = new ScriptedTransport(...answers);
  return [createClient(transport), transport];
}

test('creates a missing object with the name and namespace of the key', async () => {
  const [client, { requests }] = subject(notFound, { body: memcached() });
  const { outcome } = await createOrUpdate(client, Memcached, key, sized(3));
  expect(outcome).toBe('created');
  expect(requests[1]?.method).toBe('POST');
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({
    metadata: { ...key, labels: { tier: 'gold' } },
    spec: { size: 3 },
  });
});

test('updates a different object, keeping its resourceVersion, status and other metadata', async () => {
  const there = memcached({ status: { readyReplicas: 1 }, finalizers: ['example.com/a'] });
  const [client, { requests }] = subject({ body: there }, { body: memcached() });
  const { outcome } = await createOrUpdate(client, Memcached, key, sized(5));
  expect(outcome).toBe('updated');
  expect(requests[1]?.method).toBe('PUT');
  expect(JSON.parse(requests[1]?.body ?? '')).toEqual({
    ...there,
    metadata: { ...there.metadata, labels: { tier: 'gold' } },
    spec: { size: 5 },
  });
});

test('removes a field that the function omits', async () => {
  const there = { ...memcached(), spec: { size: 3, image: 'memcached' } };
  const [client, { requests }] = subject({ body: there }, { body: memcached() });
  await createOrUpdate(client, Memcached, key, () => ({ metadata: {}, spec: { size: 3 } }));
  expect(JSON.parse(requests[1]?.body ?? '')).toMatchObject({ spec: { size: 3 } });
  expect(requests[1]?.body).not.toContain('image');
});

test('sends no write if the object is unchanged', async () => {
  const there = memcached();
  const [client, { requests }] = subject({ body: there });
  const same = await createOrUpdate(client, Memcached, key, () => ({ metadata: {}, spec: { size: 3 } }));
  expect(same).toEqual({ outcome: 'unchanged', object: there });
  expect(requests).toHaveLength(1);
});
