import { mergePatch } from '@opgen/runtime';
import { Pod, ReplicationController } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

const labels = { app: 'web' };
const containers = [{ name: 'web', image: 'nginx:1' }];

function available({ client }: Bed, namespace: string, replicas: number): () => Promise<void> {
  return async () => {
    const { status, metadata } = await client.get(ReplicationController, { name: 'web', namespace });
    expect(status?.observedGeneration).toBe(metadata.generation);
    expect([status?.replicas, status?.availableReplicas ?? 0]).toEqual([replicas, replicas]);
  };
}

export const replicationControllerScenarios: Readonly<Record<string, Scenario>> = {
  'a ReplicationController is scaled, adopts and releases': async (bed, namespace, seen) => {
    const key = { name: 'web', namespace };
    await bed.client.create(Pod, { metadata: { name: 'orphan', namespace, labels }, spec: { containers } });
    await bed.client.create(ReplicationController, {
      metadata: key,
      spec: { replicas: 2, template: { metadata: { labels }, spec: { containers } } },
    });
    await bed.until(available(bed, namespace, 2));
    await seen('created');
    await bed.client.patch(
      Pod,
      { name: 'orphan', namespace },
      mergePatch({ metadata: { labels: { app: 'other' } } }),
    );
    await bed.until(async () => {
      expect((await bed.client.list(Pod, { namespace })).items).toHaveLength(3);
      await available(bed, namespace, 2)();
    });
    await seen('released');
    await bed.client.scale(ReplicationController, key, 1);
    await bed.until(available(bed, namespace, 1));
    await seen('scaled');
    await bed.client.delete(ReplicationController, key);
    await bed.until(async () => {
      expect(await bed.client.find(ReplicationController, key)).toBeUndefined();
      for (const { metadata } of (await bed.client.list(Pod, { namespace })).items)
        expect(metadata.ownerReferences ?? []).toEqual([]);
    });
    await seen('deleted without its Pods');
  },
};
