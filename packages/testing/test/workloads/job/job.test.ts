import type { LiveClient } from '@opgen/runtime';
import { Job, type JobSpec } from '@opgen/runtime/kinds/batch/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const namespace = 'default';
const key = { name: 'work', namespace };

function job(spec: Partial<JobSpec> = {}, annotations: Record<string, string> = {}) {
  return {
    metadata: key,
    spec: {
      ...spec,
      template: {
        metadata: { annotations },
        spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'busybox' }] },
      },
    },
  };
}

const failing = { 'pods.testing.opgen.dev/exit-code': '3' };

async function conditions(client: LiveClient): Promise<string[]> {
  const { status } = await client.get(Job, key);
  return (status?.conditions ?? [])
    .filter(({ status: is }) => is === 'True')
    .map(({ type, reason }) => `${type} ${reason}`);
}

test('a Job runs its Pods to completion and counts them', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Job, job({ completions: 5, parallelism: 2 }));
  await cluster.settled();
  const { status } = await cluster.client.get(Job, key);
  expect(status).toMatchObject({ succeeded: 5, ready: 0, terminating: 0, uncountedTerminatedPods: {} });
  expect(status).not.toHaveProperty('active');
  expect(status?.completionTime).toBeDefined();
  expect(await conditions(cluster.client)).toEqual([
    'SuccessCriteriaMet CompletionsReached',
    'Complete CompletionsReached',
  ]);
  const { items } = await cluster.client.list(Pod);
  expect(items.map(({ metadata }) => metadata.finalizers ?? [])).toEqual([[], [], [], [], []]);
});

test('failed Pods are replaced with growing delays, up to the backoff limit', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Job, job({ backoffLimit: 2 }, failing));
  const failed = async (): Promise<number> => (await cluster.client.get(Job, key)).status?.failed ?? 0;
  await cluster.settled();
  expect(await failed()).toBe(1);
  await cluster.clock.advance('9s');
  await cluster.settled();
  expect(await failed()).toBe(1);
  await cluster.clock.advance('1s');
  await cluster.settled();
  expect(await failed()).toBe(2);
  await cluster.clock.advance('20s');
  await cluster.settled();
  expect(await failed()).toBe(3);
  expect(await conditions(cluster.client)).toEqual([
    'FailureTarget BackoffLimitExceeded',
    'Failed BackoffLimitExceeded',
  ]);
});

test('a Job that fails deletes its other Pods, and is Failed after they are gone', async () => {
  await using cluster = await startCluster({ workloads: true });
  const { template } = job({}, { 'pods.testing.opgen.dev/exit-after': '1h' }).spec;
  await cluster.client.create(Job, {
    ...job({ parallelism: 2, completions: 2, activeDeadlineSeconds: 60 }),
    spec: { parallelism: 2, completions: 2, activeDeadlineSeconds: 60, template },
  });
  await cluster.clock.advance('30s');
  expect((await cluster.client.get(Job, key)).status).toMatchObject({ active: 2, ready: 2 });
  await cluster.clock.advance('30s');
  await cluster.settled();
  expect(await conditions(cluster.client)).toEqual([
    'FailureTarget DeadlineExceeded',
    'Failed DeadlineExceeded',
  ]);
  expect((await cluster.client.get(Job, key)).status).toMatchObject({ failed: 2, terminating: 0 });
  expect((await cluster.client.list(Pod)).items).toEqual([]);
});

test('an indexed Job completes each index once', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Job, job({ completions: 4, parallelism: 3, completionMode: 'Indexed' }));
  await cluster.settled();
  const { status } = await cluster.client.get(Job, key);
  expect(status).toMatchObject({ succeeded: 4, completedIndexes: '0-3' });
  const { items } = await cluster.client.list(Pod);
  expect(items.map(({ spec }) => spec.hostname).toSorted()).toEqual(['work-0', 'work-1', 'work-2', 'work-3']);
  const [pod] = items;
  expect(pod?.spec.containers[0]?.env?.map(({ name }) => name)).toEqual(['JOB_COMPLETION_INDEX']);
});

test('each index has a limit of its own', async () => {
  await using cluster = await startCluster({ workloads: true });
  const spec = { completions: 2, parallelism: 2, completionMode: 'Indexed', backoffLimitPerIndex: 1 };
  await cluster.client.create(Job, job(spec, failing));
  await cluster.settled();
  await cluster.clock.advance('10s');
  await cluster.settled();
  const { status } = await cluster.client.get(Job, key);
  expect(status).toMatchObject({ failed: 4, failedIndexes: '0,1' });
  expect(await conditions(cluster.client)).toEqual(['FailureTarget FailedIndexes', 'Failed FailedIndexes']);
});

test('a suspended Job has no Pods until it is resumed', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Job, job({ suspend: true }));
  await cluster.settled();
  expect((await cluster.client.list(Pod)).items).toEqual([]);
  expect(await conditions(cluster.client)).toEqual(['Suspended JobSuspended']);
  const suspended = await cluster.client.get(Job, key);
  await cluster.client.update(Job, { ...suspended, spec: { ...suspended.spec, suspend: false } });
  await cluster.settled();
  expect(await conditions(cluster.client)).toEqual([
    'SuccessCriteriaMet CompletionsReached',
    'Complete CompletionsReached',
  ]);
});

test('with podReplacementPolicy Failed, a deleted Pod is replaced after it has stopped', async () => {
  await using cluster = await startCluster({ workloads: true });
  const slow = { 'pods.testing.opgen.dev/exit-after': '1h', 'pods.testing.opgen.dev/stop-delay': '20s' };
  await cluster.client.create(Job, job({ podReplacementPolicy: 'Failed' }, slow));
  await cluster.clock.advance('10s');
  const [pod] = (await cluster.client.list(Pod)).items;
  if (pod === undefined) throw new Error('no Pod');
  await cluster.client.delete(Pod, { name: pod.metadata.name, namespace });
  await cluster.clock.advance('10s');
  expect((await cluster.client.get(Job, key)).status).toMatchObject({ terminating: 1 });
  expect((await cluster.client.list(Pod)).items).toHaveLength(1);
  await cluster.clock.advance('30s');
  const { items } = await cluster.client.list(Pod);
  expect(items.map(({ metadata }) => metadata.name)).not.toContain(pod.metadata.name);
  expect(items).toHaveLength(1);
  expect((await cluster.client.get(Job, key)).status).toMatchObject({ active: 1, failed: 1 });
});

test('a finished Job is deleted after its TTL, with its Pods', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Job, job({ ttlSecondsAfterFinished: 100 }));
  await cluster.settled();
  expect(await conditions(cluster.client)).toContain('Complete CompletionsReached');
  await cluster.clock.advance('101s');
  await cluster.settled();
  expect((await cluster.client.list(Job)).items).toEqual([]);
  expect((await cluster.client.list(Pod)).items).toEqual([]);
});

test.each(['Background', 'Foreground', 'Orphan'] as const)(
  'a running Job is deleted with propagation policy %s',
  async (propagationPolicy) => {
    await using cluster = await startCluster({ workloads: true });
    await cluster.client.create(Job, job({ parallelism: 2 }, { 'pods.testing.opgen.dev/exit-after': '1h' }));
    await cluster.clock.advance('10s');
    await cluster.client.delete(Job, key, { propagationPolicy });
    await cluster.clock.advance('60s');
    expect((await cluster.client.list(Job)).items).toEqual([]);
    const { items } = await cluster.client.list(Pod);
    expect(items.map(({ metadata }) => metadata.finalizers ?? [])).toEqual(
      propagationPolicy === 'Orphan' ? [[], []] : [],
    );
  },
);
