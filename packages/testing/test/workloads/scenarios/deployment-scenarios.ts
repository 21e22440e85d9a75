import { mergePatch } from '@opgen/runtime';
import { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

const labels = { app: 'web' };
const impossible = { 'example.com/missing': 'true' };

function deployment(namespace: string, spec: Partial<Deployment['spec']> = {}) {
  return {
    metadata: { name: 'web', namespace },
    spec: {
      replicas: 3,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } },
      ...spec,
    },
  };
}

const image = (name: string) =>
  mergePatch({ spec: { template: { spec: { containers: [{ name: 'web', image: name }] } } } });

/** Passes once the current template runs with so many available replicas, and no other Pods remain. */
function rolledOut({ client }: Bed, namespace: string, replicas: number): () => Promise<void> {
  return async () => {
    const { status, metadata } = await client.get(Deployment, { name: 'web', namespace });
    expect(status?.observedGeneration).toBe(metadata.generation);
    const { replicas: all = 0, updatedReplicas = 0, availableReplicas = 0 } = status ?? {};
    expect({ all, updatedReplicas, availableReplicas }).toEqual({
      all: replicas,
      updatedReplicas: replicas,
      availableReplicas: replicas,
    });
    const { items } = await client.list(Pod, { namespace });
    expect(items).toHaveLength(replicas);
    const { items: sets } = await client.list(ReplicaSet, { namespace });
    for (const { status: counts, spec, metadata: set } of sets) {
      expect(counts?.observedGeneration).toBe(set.generation);
      expect(counts?.terminatingReplicas ?? 0).toBe(0);
      expect([counts?.replicas, counts?.availableReplicas ?? 0]).toEqual([spec.replicas, spec.replicas]);
    }
    expect(status?.terminatingReplicas ?? 0).toBe(0);
    const progressing = status?.conditions?.find(({ type }) => type === 'Progressing');
    expect(['NewReplicaSetAvailable', 'DeploymentPaused', 'FoundNewReplicaSet']).toContain(
      progressing?.reason,
    );
    expect(progressing?.message).not.toContain('is progressing');
  };
}

export const deploymentScenarios: Readonly<Record<string, Scenario>> = {
  'create, scale and delete': async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    await bed.client.create(Deployment, deployment(namespace));
    await bed.until(rolledOut(bed, namespace, 3));
    await seen('created');
    await bed.client.scale(Deployment, key, 5);
    await bed.until(rolledOut(bed, namespace, 5));
    await seen('scaled up');
    await bed.client.scale(Deployment, key, 1);
    await bed.until(rolledOut(bed, namespace, 1));
    await seen('scaled down');
    await bed.client.scale(Deployment, key, 0);
    await bed.until(rolledOut(bed, namespace, 0));
    await seen('scaled to zero');
    await bed.client.delete(Deployment, key);
    await bed.until(async () => {
      expect((await bed.client.list(ReplicaSet, { namespace })).items).toEqual([]);
      expect((await bed.client.list(Pod, { namespace })).items).toEqual([]);
    });
    await seen('deleted');
  },

  'a rolling update and its history': async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    await bed.client.create(Deployment, deployment(namespace, { revisionHistoryLimit: 1 }));
    await bed.until(rolledOut(bed, namespace, 3));
    for (const name of ['nginx:2', 'nginx:3', 'nginx:1']) {
      await bed.client.patch(Deployment, key, image(name));
      await bed.until(rolledOut(bed, namespace, 3));
      await bed.until(async () =>
        expect((await bed.client.list(ReplicaSet, { namespace })).items.length).toBeLessThan(3),
      );
      await seen(name);
    }
  },

  'a rollout that cannot finish, and its undo': async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    await bed.client.create(Deployment, deployment(namespace, { progressDeadlineSeconds: 3 }));
    await bed.until(rolledOut(bed, namespace, 3));
    await bed.client.patch(
      Deployment,
      key,
      mergePatch({ spec: { template: { spec: { nodeSelector: impossible } } } }),
    );
    await bed.until(async () => {
      const { items } = await bed.client.list(Pod, { namespace });
      expect(items.filter(({ spec }) => !spec.nodeName)).toHaveLength(1);
    });
    await bed.pass(10);
    await bed.until(async () => {
      const { status } = await bed.client.get(Deployment, key);
      expect(status?.conditions?.find(({ type }) => type === 'Progressing')?.reason).toBe(
        'ProgressDeadlineExceeded',
      );
      const { items } = await bed.client.list(Pod, { namespace });
      const [pending] = items.filter(({ spec }) => !spec.nodeName);
      expect(pending?.status?.conditions?.[0]?.reason).toBe('Unschedulable');
    });
    await seen('stuck');
    await bed.client.patch(
      Deployment,
      key,
      mergePatch({ spec: { template: { spec: { nodeSelector: null } } } }),
    );
    await bed.until(rolledOut(bed, namespace, 3));
    await seen('undone');
  },

  'pause and resume': async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    await bed.client.create(Deployment, deployment(namespace));
    await bed.until(rolledOut(bed, namespace, 3));
    await bed.client.patch(Deployment, key, mergePatch({ spec: { paused: true } }));
    const isPaused = async (): Promise<void> => {
      const { status, metadata } = await bed.client.get(Deployment, key);
      expect(status?.observedGeneration).toBe(metadata.generation);
      expect(status?.conditions?.find(({ type }) => type === 'Progressing')?.reason).toBe('DeploymentPaused');
    };
    await bed.until(isPaused);
    await bed.client.patch(Deployment, key, image('nginx:2'));
    await bed.until(isPaused);
    await seen('changed while paused');
    await bed.client.scale(Deployment, key, 4);
    await bed.until(async () => {
      await isPaused();
      const { status } = await bed.client.get(Deployment, key);
      expect(status?.availableReplicas).toBe(4);
    });
    await seen('scaled while paused');
    await bed.client.patch(Deployment, key, mergePatch({ spec: { paused: false } }));
    await bed.until(rolledOut(bed, namespace, 4));
    await seen('resumed');
  },

  recreate: async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    await bed.client.create(Deployment, deployment(namespace, { strategy: { type: 'Recreate' } }));
    await bed.until(rolledOut(bed, namespace, 3));
    await bed.client.patch(Deployment, key, image('nginx:2'));
    await bed.until(rolledOut(bed, namespace, 3));
    await seen('updated');
  },

  'Pods that are deleted, released and adopted': async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    await bed.client.create(Deployment, deployment(namespace));
    await bed.until(rolledOut(bed, namespace, 3));
    const [first, second] = (await bed.client.list(Pod, { namespace })).items;
    if (first === undefined || second === undefined) throw new Error('no Pods');
    await bed.client.delete(Pod, { name: first.metadata.name, namespace });
    await bed.until(rolledOut(bed, namespace, 3));
    await seen('replaced');
    const released = { name: second.metadata.name, namespace };
    await bed.client.patch(Pod, released, mergePatch({ metadata: { labels: { app: 'other' } } }));
    await bed.until(async () => {
      expect((await bed.client.list(Pod, { namespace })).items).toHaveLength(4);
      expect((await bed.client.get(Pod, released)).metadata.ownerReferences ?? []).toEqual([]);
      expect((await bed.client.get(Deployment, key)).status?.availableReplicas).toBe(3);
    });
    await seen('released');
    await bed.client.patch(Pod, released, mergePatch({ metadata: { labels } }));
    await bed.until(rolledOut(bed, namespace, 3));
    await seen('adopted, and one too many deleted');
  },
};
