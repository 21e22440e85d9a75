import { type Client, mergePatch } from '@opgen/runtime';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { Event } from '@opgen/runtime/kinds/events/v1';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { operators } from '../composite/operators.ts';
import { crashes, CrashingTransport } from '../support/crashing-transport.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';
import { SampleDatabase, sampleDatabaseCrd, setupSampleDatabase } from './sample-database.ts';

const db = { name: 'db', namespace: 'default' };

let cluster: TestCluster;
let client: Client;
let finishing: Promise<void>;
let finished: AbortController;
/** Every Job ever created: the Job of a complete step must not be created again. */
let jobs: string[];
const running = operators();

beforeEach(async () => {
  cluster = await startTestCluster([sampleDatabaseCrd]);
  ({ client } = cluster);
  finished = new AbortController();
  jobs = [];
  finishing = finishJobs();
});

afterEach(async () => {
  await running.stop();
  finished.abort();
  await finishing.catch(() => {});
  await cluster.stop();
});

/** Marks Jobs complete as soon as they are created. */
async function finishJobs(): Promise<void> {
  for await (const { type, object } of client.watch(Job, { signal: finished.signal })) {
    if (type !== 'ADDED') continue;
    jobs.push(object.metadata.name);
    const at = '2026-01-01T00:00:00Z';
    const complete = [
      { type: 'SuccessCriteriaMet', status: 'True', lastTransitionTime: at },
      { type: 'Complete', status: 'True', lastTransitionTime: at },
    ];
    const status = { conditions: complete, startTime: at, completionTime: at, succeeded: 1 };
    await client.patch(Job, object.metadata, mergePatch({ status }), { subresource: 'status' });
  }
}

const create = (spec: object = {}) =>
  client.create(SampleDatabase, { metadata: db, spec: { version: '1', ...spec } });
const change = (body: object) => client.patch(SampleDatabase, db, mergePatch(body));
const progress = async (): Promise<string> => {
  const { current } = (await client.find(SampleDatabase, db))?.status?.plans ?? {};
  return current === undefined ? 'nothing' : `${current.plan} ${current.run} ${current.state}`;
};
const news = async (): Promise<string[]> =>
  (await client.list(Event, { namespace: 'default' })).items
    .filter(({ regarding }) => regarding?.kind === 'SampleDatabase')
    .map(({ type, reason, note }) => `${type} ${reason}: ${note}`)
    .toSorted();
const version = async (): Promise<unknown> => (await client.find(ConfigMap, db))?.data?.['version'];
const isGone = async (): Promise<boolean> => (await client.find(SampleDatabase, db)) === undefined;

const life = async (): Promise<void> => {
  await expect.poll(progress).toBe('deploy 1 Complete');
  await change({ spec: { version: '2' } });
  await expect.poll(progress).toBe('upgrade 2 Complete');
};

describe('plans', () => {
  test('run one at a time: on creation, when a trigger changes, and on deletion', async () => {
    await running.start(cluster.transport, setupSampleDatabase).ready;
    await create();
    await expect.poll(progress).toBe('deploy 1 Complete');
    await change({ spec: { version: '2' } });
    await expect.poll(progress).toBe('upgrade 2 Complete');
    expect(await version()).toBe('2');
    await client.delete(SampleDatabase, db);
    await expect.poll(isGone).toBe(true);
    expect(jobs).toEqual(['db-initialise-1', 'db-migrate-2', 'db-snapshot-3']);
    expect(await version()).toBeUndefined();
  });

  test('run again on request', async () => {
    await running.start(cluster.transport, setupSampleDatabase).ready;
    await create();
    await expect.poll(progress).toBe('deploy 1 Complete');
    await change({ metadata: { annotations: { 'opgen.dev/run-plan': 'upgrade/once' } } });
    await expect.poll(progress).toBe('upgrade 2 Complete');
    await change({ metadata: { annotations: { 'opgen.dev/run-plan': 'upgrade/twice' } } });
    await expect.poll(progress).toBe('upgrade 3 Complete');
  });

  test('stay failed until a trigger changes', async () => {
    await running.start(cluster.transport, setupSampleDatabase).ready;
    await create({ broken: true });
    await expect.poll(progress).toBe('deploy 1 Failed');
    const { plans } = (await client.get(SampleDatabase, db)).status ?? {};
    expect(plans?.current?.message).toBe('finish/verify: the data is broken');
    expect(plans?.current?.steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'settings Complete',
      'initialise Complete',
      'verify Failed',
    ]);
    await change({ spec: { version: '2', broken: false } });
    await expect.poll(progress).toBe('upgrade 2 Complete');
  });

  test('emit events when they start and end', async () => {
    await running.start(cluster.transport, setupSampleDatabase).ready;
    await create({ broken: true });
    await expect.poll(progress).toBe('deploy 1 Failed');
    await change({ spec: { version: '2', broken: false } });
    await expect.poll(progress).toBe('upgrade 2 Complete');
    await expect
      .poll(news)
      .toEqual([
        'Normal PlanCompleted: upgrade, run 2',
        'Normal PlanStarted: deploy, run 1',
        'Normal PlanStarted: upgrade, run 2',
        'Warning PlanFailed: deploy, run 1: finish/verify: the data is broken',
      ]);
  });

  test('do not repeat a complete step even if its objects are gone', async () => {
    await running.start(cluster.transport, setupSampleDatabase).ready;
    await create();
    await expect.poll(progress).toBe('deploy 1 Complete');
    await client.delete(Job, { ...db, name: 'db-initialise-1' }, { propagationPolicy: 'Background' });
    await running.stop();
    const operator = running.start(cluster.transport, setupSampleDatabase);
    await operator.ready;
    await expect.poll(() => operator.quietFor(200)).toBe(true);
    expect(jobs).toEqual(['db-initialise-1']);
    expect(await progress()).toBe('deploy 1 Complete');
  });

  // More writes than the plan needs: the last crash points are never reached and change nothing.
  test.each(crashes(18))(
    'resume after a crash at write $after, which reaches the server: $reaches',
    async (crash) => {
      await create();
      const transport = new CrashingTransport(cluster.transport, crash);
      await running.start(transport, setupSampleDatabase).ready;
      const first = life().then(
        () => 'finished',
        () => 'failed',
      );
      if ((await Promise.race([first, transport.crashed])) === undefined) {
        await running.stop();
        await running.start(cluster.transport, setupSampleDatabase).ready;
      }
      expect(await first).toBe('finished');
      expect(jobs).toEqual(['db-initialise-1', 'db-migrate-2']);
      expect(await version()).toBe('2');
    },
  );
});
