import { mergePatch, type New } from '@opgen/runtime';
import { StatefulSet } from '@opgen/runtime/kinds/apps/v1';
import { PersistentVolumeClaim, Pod } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

const labels = { app: 'db' };

function set(namespace: string, spec: Partial<New<StatefulSet>['spec']> = {}) {
  return {
    metadata: { name: 'db', namespace },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      serviceName: 'db',
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'postgres:1' }] } },
      ...spec,
    },
  };
}

const image = (name: string) =>
  mergePatch({ spec: { template: { spec: { containers: [{ name: 'main', image: name }] } } } });

const partition = (first: number) =>
  mergePatch({ spec: { updateStrategy: { rollingUpdate: { partition: first } } } });

const retention = (whenDeleted: string, whenScaled: string) =>
  mergePatch({ spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } } });

/** Passes once these ordinals run and are available, so many of them with the current template. */
function running(
  { client }: Bed,
  namespace: string,
  ordinals: readonly number[],
  updated = ordinals.length,
): () => Promise<void> {
  return async () => {
    const { items } = await client.list(Pod, { namespace });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(ordinals.map((ordinal) => `db-${ordinal}`));
    const { status, metadata } = await client.get(StatefulSet, { name: 'db', namespace });
    expect(status?.observedGeneration).toBe(metadata.generation);
    const { replicas, availableReplicas = 0, updatedReplicas = 0 } = status ?? {};
    expect([replicas, availableReplicas, updatedReplicas]).toEqual([
      ordinals.length,
      ordinals.length,
      updated,
    ]);
  };
}

export const statefulSetScenarios: Readonly<Record<string, Scenario>> = {
  'a StatefulSet is created, scaled and deleted': async (bed, namespace, seen) => {
    const key = { name: 'db', namespace };
    await bed.client.create(StatefulSet, set(namespace));
    await bed.until(running(bed, namespace, [0, 1]));
    await seen('created');
    await bed.client.scale(StatefulSet, key, 3);
    await bed.until(running(bed, namespace, [0, 1, 2]));
    await bed.client.scale(StatefulSet, key, 1);
    await bed.until(running(bed, namespace, [0]));
    await seen('scaled down');
    await bed.client.patch(StatefulSet, key, mergePatch({ spec: { ordinals: { start: 4 } } }));
    await bed.until(running(bed, namespace, [4]));
    await seen('moved');
    await bed.client.delete(StatefulSet, key);
    await bed.until(async () => expect((await bed.client.list(Pod, { namespace })).items).toEqual([]));
    await seen('deleted');
  },

  'the partition of a StatefulSet': async (bed, namespace, seen) => {
    const key = { name: 'db', namespace };
    await bed.client.create(StatefulSet, set(namespace));
    await bed.until(running(bed, namespace, [0, 1]));
    await bed.client.patch(StatefulSet, key, partition(1));
    await bed.client.patch(StatefulSet, key, image('postgres:2'));
    await bed.until(running(bed, namespace, [0, 1], 1));
    await seen('one of two');
    await bed.client.patch(StatefulSet, key, partition(0));
    await bed.until(running(bed, namespace, [0, 1]));
    await seen('both');
    await bed.client.patch(StatefulSet, key, image('postgres:1'));
    await bed.until(running(bed, namespace, [0, 1], 2));
    await bed.until(async () => {
      const { status } = await bed.client.get(StatefulSet, key);
      expect(status?.currentRevision).toBe(status?.updateRevision);
    });
    await seen('back');
  },

  'a StatefulSet with OnDelete and Parallel': async (bed, namespace, seen) => {
    const key = { name: 'db', namespace };
    const spec = {
      updateStrategy: { type: 'OnDelete' },
      podManagementPolicy: 'Parallel',
      revisionHistoryLimit: 0,
    };
    await bed.client.create(StatefulSet, set(namespace, spec));
    await bed.until(running(bed, namespace, [0, 1]));
    await bed.client.patch(StatefulSet, key, image('postgres:2'));
    await bed.until(running(bed, namespace, [0, 1], 0));
    await seen('changed');
    await bed.client.delete(Pod, { name: 'db-0', namespace });
    await bed.until(running(bed, namespace, [0, 1], 1));
    await seen('one deleted');
  },

  'claims of a StatefulSet and their owners': async (bed, namespace) => {
    const key = { name: 'db', namespace };
    const template = {
      metadata: { name: 'data', labels: { disk: 'fast' } },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    const claims = (expected: Record<string, string[]>) => async (): Promise<void> => {
      const { items } = await bed.client.list(PersistentVolumeClaim, { namespace });
      const found = items.map(({ metadata: { name, labels: own, ownerReferences = [] } }) => {
        expect(own).toEqual({ ...labels, disk: 'fast' });
        return [
          name,
          ownerReferences.map(({ kind, name: owner, controller }) => `${kind} ${owner} ${controller}`),
        ];
      });
      expect(Object.fromEntries(found)).toEqual(expected);
    };
    await bed.client.create(
      StatefulSet,
      set(namespace, { podManagementPolicy: 'Parallel', volumeClaimTemplates: [template] }),
    );
    await bed.until(claims({ 'data-db-0': [], 'data-db-1': [] }));
    await bed.client.patch(StatefulSet, key, retention('Delete', 'Retain'));
    const owner = 'StatefulSet db true';
    await bed.until(claims({ 'data-db-0': [owner], 'data-db-1': [owner] }));
    await bed.client.patch(StatefulSet, key, retention('Retain', 'Retain'));
    await bed.until(claims({ 'data-db-0': [], 'data-db-1': [] }));
  },
};
