/** The example of docs/guides/schedules.md. */
import { type Client, mergePatch } from '@opgen/runtime';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Backup, BackupReconciler } from '../guides/schedules.ts';
import { definitionOf } from '../support/definition.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const nightly = { name: 'nightly', namespace: 'default' };

let cluster: TestCluster;
let client: Client;
let clock: FakeClock;

beforeEach(async () => {
  cluster = await startTestCluster([definitionOf(Backup)]);
  ({ client } = cluster);
});

afterEach(() => cluster.stop());

async function begin(spec: object = {}): Promise<void> {
  const { metadata } = await client.create(Backup, {
    metadata: nightly,
    spec: { schedule: '@hourly', image: 'backup:1', ...spec },
  });
  // The first full hour after the schedule was created.
  const hour = 3_600_000;
  clock = new FakeClock(Math.ceil((Date.parse(metadata.creationTimestamp) + 1) / hour) * hour);
}

const run = () => new BackupReconciler(client, clock).reconcile(nightly);
const jobs = async () => (await client.list(Job, { namespace: 'default' })).items;
const names = async () => (await jobs()).map(({ metadata }) => metadata.name);
const end = async (name: string) => {
  const at = '2026-01-01T00:00:00Z';
  const conditions = ['SuccessCriteriaMet', 'Complete'].map((type) => ({
    type,
    status: 'True',
    lastTransitionTime: at,
  }));
  const status = { conditions, startTime: at, completionTime: at };
  await client.patch(Job, { name, namespace: 'default' }, mergePatch({ status }), { subresource: 'status' });
};

test('starts a run once when it is due, and again an hour later', async () => {
  await begin();
  expect(await run()).toEqual({ type: 'requeueAfter', delay: 3_600_000 });
  await run();
  const [first = ''] = await names();
  expect(await names()).toEqual([first]);
  await end(first);
  await clock.advance(3_600_000);
  await run();
  expect((await names()).length).toBe(2);
});

test('a run waits for the previous one, or replaces it', async () => {
  await begin();
  await run();
  const [first = ''] = await names();
  await clock.advance(3_600_000);
  await run();
  expect(await names()).toEqual([first]);
  await client.patch(Backup, nightly, mergePatch({ spec: { concurrencyPolicy: 'Replace' } }));
  await run();
  expect(await names()).toEqual([expect.not.stringMatching(first)]);
});

test('keeps the last three finished runs', async () => {
  await begin();
  for (let hour = 0; hour < 6; hour += 1) {
    await run();
    for (const { metadata } of await jobs()) await end(metadata.name);
    await clock.advance(3_600_000);
  }
  await run();
  expect((await names()).length).toBe(4);
});

test('does not retry an invalid schedule', async () => {
  await begin({ schedule: 'at noon' });
  await expect(run()).rejects.toThrow('invalid schedule "at noon"');
});
