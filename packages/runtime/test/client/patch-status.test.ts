import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { ConflictError } from '../../src/client/errors.ts';
import { mergePatch } from '../../src/client/patch.ts';
import { type NewCondition, setCondition } from '../../src/objects/condition.ts';
import { definitionOf } from '../support/definition.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { Memcached } from './memcached.ts';

const key = { name: 'sample', namespace: 'default' };

let cluster: TestCluster;
let client: Client;

beforeEach(async () => {
  cluster = await startTestCluster([definitionOf(Memcached)]);
  client = cluster.client;
  await client.create(Memcached, { metadata: key, spec: { size: 1 } });
});

afterEach(() => cluster.stop());

/** Sets a condition as in the guides, starting from a previously read object. */
function report(memcached: Memcached, type: string): Promise<Memcached> {
  const condition: NewCondition = { type, status: 'True', reason: 'Done', message: '' };
  const conditions = setCondition(memcached.status?.conditions, condition);
  return client.patchStatus(Memcached, memcached, { ...memcached.status, conditions });
}

async function types(): Promise<string[]> {
  const { status } = await client.get(Memcached, key);
  return (status?.conditions ?? []).map(({ type }) => type);
}

test('fails with a conflict instead of overwriting a condition that another writer added', async () => {
  const old = await client.get(Memcached, key);
  await report(old, 'Ready');

  await expect(report(old, 'Backed')).rejects.toBeInstanceOf(ConflictError);
  expect(await types()).toEqual(['Ready']);
  await report(await client.get(Memcached, key), 'Backed');
  expect(await types()).toEqual(['Ready', 'Backed']);
});

test('does not conflict with changes outside the conditions', async () => {
  const old = await client.get(Memcached, key);
  await client.patch(
    Memcached,
    key,
    mergePatch({ metadata: { labels: { tier: 'gold' } }, spec: { size: 2 } }),
  );
  await client.patchStatus(Memcached, old, { readyReplicas: 2 });

  expect((await report(old, 'Ready')).metadata.labels).toEqual({ tier: 'gold' });
  expect(await client.get(Memcached, key)).toMatchObject({ spec: { size: 2 }, status: { readyReplicas: 2 } });
  expect(await types()).toEqual(['Ready']);
});

test('does not write the status of a deleted object to a new object with the same name', async () => {
  const old = await client.get(Memcached, key);
  await client.delete(Memcached, key);
  await client.create(Memcached, { metadata: key, spec: { size: 1 } });

  await expect(report(old, 'Ready')).rejects.toBeInstanceOf(ConflictError);
  expect(await types()).toEqual([]);
});
