import { mergePatch } from '@opgen/runtime';
import { Job, type JobSpec } from '@opgen/runtime/kinds/batch/v1';
import { Pod, type PodStatus } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

const impossible = { 'example.com/missing': 'true' };

/** With `held`, no node takes the Pods, and the scenario says how they end. */
function job(namespace: string, spec: Partial<JobSpec>, held = false) {
  return {
    metadata: { name: 'work', namespace },
    spec: {
      ...spec,
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [{ name: 'main', image: 'busybox' }],
          ...(held && { nodeSelector: impossible }),
        },
      },
    },
  };
}

async function podsOf({ client }: Bed, namespace: string): Promise<Pod[]> {
  const { items } = await client.list(Pod, { namespace });
  return [...items];
}

/** Passes once so many Pods wait for a node. */
function held(bed: Bed, namespace: string, count: number): () => Promise<void> {
  return async () => {
    const waiting = (await podsOf(bed, namespace)).filter(({ status }) => status?.phase === 'Pending');
    expect(waiting).toHaveLength(count);
    for (const { status } of waiting) expect(status?.conditions?.[0]?.reason).toBe('Unschedulable');
    const { status } = await bed.client.get(Job, { name: 'work', namespace });
    expect(status?.active).toBe(count);
  };
}

/** Without the time of its end, which the clocks of the clusters would not agree on. */
async function end(bed: Bed, pod: Pod, exitCode: number): Promise<void> {
  const status: PodStatus = {
    ...pod.status,
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    containerStatuses: [
      {
        name: 'main',
        image: 'busybox',
        imageID: '',
        ready: false,
        restartCount: 0,
        state: { terminated: { exitCode } },
      },
    ],
  };
  await bed.client.patchStatus(Pod, pod, status);
}

/** Ends the Pods that wait for a node. */
async function endHeld(bed: Bed, namespace: string, exitCode: number, index?: string): Promise<void> {
  for (const pod of await podsOf(bed, namespace)) {
    const own = pod.metadata.annotations?.['batch.kubernetes.io/job-completion-index'];
    if (pod.status?.phase === 'Pending' && (index === undefined || index === own))
      await end(bed, pod, exitCode);
  }
}

function finished(bed: Bed, namespace: string, type: 'Complete' | 'Failed'): () => Promise<void> {
  return async () => {
    const { status } = await bed.client.get(Job, { name: 'work', namespace });
    expect(status?.conditions?.map((each) => each.type)).toContain(type);
    for (const { metadata } of await podsOf(bed, namespace)) expect(metadata.finalizers ?? []).toEqual([]);
  };
}

const suspend = (value: boolean) => mergePatch({ spec: { suspend: value } });

export const jobScenarios: Readonly<Record<string, Scenario>> = {
  'a Job runs to completion': async (bed, namespace, seen) => {
    await bed.client.create(Job, job(namespace, { completions: 3, parallelism: 2 }));
    await bed.until(finished(bed, namespace, 'Complete'));
    await seen('complete');
  },

  'an indexed Job': async (bed, namespace, seen) => {
    const spec = { completions: 3, parallelism: 3, completionMode: 'Indexed' };
    await bed.client.create(Job, job(namespace, spec));
    await bed.until(finished(bed, namespace, 'Complete'));
    await seen('complete');
  },

  'failures beyond the backoff limit': async (bed, namespace, seen) => {
    await bed.client.create(Job, job(namespace, { backoffLimit: 1 }, true));
    await bed.until(held(bed, namespace, 1));
    await seen('running');
    await endHeld(bed, namespace, 3);
    await bed.pass(11);
    await bed.until(held(bed, namespace, 1));
    await seen('replaced');
    await endHeld(bed, namespace, 3);
    await bed.until(finished(bed, namespace, 'Failed'));
    await seen('failed');
  },

  'a limit for each index': async (bed, namespace, seen) => {
    const spec = { completions: 3, parallelism: 3, completionMode: 'Indexed', backoffLimitPerIndex: 0 };
    await bed.client.create(Job, job(namespace, spec, true));
    await bed.until(held(bed, namespace, 3));
    await seen('running');
    await endHeld(bed, namespace, 1, '1');
    await bed.until(held(bed, namespace, 2));
    await bed.until(async () => {
      const { status } = await bed.client.get(Job, { name: 'work', namespace });
      expect([status?.failedIndexes, status?.failed]).toEqual(['1', 1]);
    });
    await seen('one index has failed');
    await endHeld(bed, namespace, 0);
    await bed.until(finished(bed, namespace, 'Failed'));
    await seen('failed');
  },

  'a Pod failure policy': async (bed, namespace) => {
    const rules = [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } }];
    await bed.client.create(
      Job,
      job(namespace, { parallelism: 2, completions: 2, podFailurePolicy: { rules } }, true),
    );
    await bed.until(held(bed, namespace, 2));
    const [first] = await podsOf(bed, namespace);
    if (first === undefined) throw new Error('no Pods');
    await end(bed, first, 42);
    await bed.until(async () => {
      const { status } = await bed.client.get(Job, { name: 'work', namespace });
      expect(status?.conditions?.map(({ type }) => type)).toContain('Failed');
    });
    const { status } = await bed.client.get(Job, { name: 'work', namespace });
    const message = status?.conditions?.[0]?.message?.replace(first.metadata.name, 'work-*');
    expect(message).toContain(`Container main for pod ${namespace}/work-* failed with exit code 42`);
    expect(status).toMatchObject({ failed: 2, terminating: 0, ready: 0 });
  },

  'a success policy': async (bed, namespace, seen) => {
    const successPolicy = { rules: [{ succeededIndexes: '0' }] };
    const spec = { completions: 2, parallelism: 2, completionMode: 'Indexed', successPolicy };
    await bed.client.create(Job, job(namespace, spec, true));
    await bed.until(held(bed, namespace, 2));
    await endHeld(bed, namespace, 0, '0');
    await bed.until(finished(bed, namespace, 'Complete'));
    await seen('complete');
  },

  'a Job that is suspended and resumed': async (bed, namespace, seen) => {
    const key = { name: 'work', namespace };
    const suspended = async (): Promise<void> => {
      const { status } = await bed.client.get(Job, key);
      expect(status?.conditions?.[0]).toMatchObject({ type: 'Suspended', status: 'True' });
      expect(await podsOf(bed, namespace)).toEqual([]);
      expect(status?.terminating).toBe(0);
    };
    await bed.client.create(Job, job(namespace, { suspend: true }, true));
    await bed.until(suspended);
    await seen('created');
    await bed.client.patch(Job, key, suspend(false));
    await bed.until(held(bed, namespace, 1));
    await seen('resumed');
    await bed.client.patch(Job, key, suspend(true));
    await bed.until(suspended);
    await seen('suspended');
  },

  'a deadline and a TTL': async (bed, namespace, seen) => {
    const key = { name: 'work', namespace };
    await bed.client.create(Job, job(namespace, { activeDeadlineSeconds: 3 }, true));
    await bed.until(held(bed, namespace, 1));
    await bed.pass(4);
    await bed.until(finished(bed, namespace, 'Failed'));
    await seen('failed');
    await bed.client.patch(Job, key, mergePatch({ spec: { ttlSecondsAfterFinished: 1 } }));
    await bed.pass(2);
    await bed.until(async () => expect((await bed.client.list(Job, { namespace })).items).toEqual([]));
    await seen('expired');
  },

  'a Job that is deleted and leaves its Pods': async (bed, namespace, seen) => {
    await bed.client.create(Job, job(namespace, {}, true));
    await bed.until(held(bed, namespace, 1));
    await bed.client.delete(Job, { name: 'work', namespace }, { propagationPolicy: 'Orphan' });
    await bed.until(async () => {
      expect((await bed.client.list(Job, { namespace })).items).toEqual([]);
      const [pod] = await podsOf(bed, namespace);
      expect([pod?.metadata.finalizers ?? [], pod?.metadata.ownerReferences ?? []]).toEqual([[], []]);
    });
    await seen('orphaned');
  },
};
