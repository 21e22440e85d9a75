import { mergePatch } from '@opgen/runtime';
import { DaemonSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

const labels = { app: 'agent' };

function updated({ client }: Bed, namespace: string, count: number): () => Promise<void> {
  return async () => {
    const { status, metadata } = await client.get(DaemonSet, { name: 'agent', namespace });
    expect(status?.observedGeneration).toBe(metadata.generation);
    const { desiredNumberScheduled, numberAvailable = 0, updatedNumberScheduled = 0 } = status ?? {};
    expect([desiredNumberScheduled, numberAvailable, updatedNumberScheduled]).toEqual([count, count, count]);
    expect((await client.list(Pod, { namespace })).items).toHaveLength(count);
  };
}

export const daemonSetScenarios: Readonly<Record<string, Scenario>> = {
  'a DaemonSet is created, updated and moved away': async (bed, namespace, seen) => {
    const key = { name: 'agent', namespace };
    await bed.client.create(DaemonSet, {
      metadata: key,
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'agent:1' }] } },
      },
    });
    await bed.until(updated(bed, namespace, 1));
    await seen('created');
    const containers = [{ name: 'main', image: 'agent:2' }];
    await bed.client.patch(DaemonSet, key, mergePatch({ spec: { template: { spec: { containers } } } }));
    await bed.until(updated(bed, namespace, 1));
    await seen('updated');
    const nodeSelector = { 'example.com/missing': 'true' };
    await bed.client.patch(DaemonSet, key, mergePatch({ spec: { template: { spec: { nodeSelector } } } }));
    await bed.until(updated(bed, namespace, 0));
    await seen('no node fits');
  },
};
