import { mergePatch } from '@opgen/runtime';
import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { expect } from 'vitest';
import type { Bed } from './bed.ts';
import type { Scenario } from './scenario.ts';

function pod(
  namespace: string,
  name: string,
  spec: Partial<Pod['spec']> = {},
  labels?: Record<string, string>,
) {
  return {
    metadata: { name, namespace, ...(labels && { labels }) },
    spec: { containers: [{ name: 'main', image: 'busybox' }], ...spec },
  };
}

function requesting(resources: Record<string, string>): Partial<Pod['spec']> {
  return { containers: [{ name: 'main', image: 'busybox', resources: { requests: resources } }] };
}

function refused(bed: Bed, namespace: string, name: string): () => Promise<void> {
  return async () => {
    const { status } = await bed.client.get(Pod, { name, namespace });
    expect(status?.conditions?.[0]?.reason).toBe('Unschedulable');
  };
}

function running(bed: Bed, namespace: string, name: string): () => Promise<void> {
  return async () => {
    const { status } = await bed.client.get(Pod, { name, namespace });
    expect(status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True');
  };
}

export const schedulingScenarios: Readonly<Record<string, Scenario>> = {
  'too many requests, and room again': async (bed, namespace, seen) => {
    await bed.client.create(Pod, pod(namespace, 'huge', requesting({ cpu: '100' })));
    await bed.until(refused(bed, namespace, 'huge'));
    await bed.client.create(Pod, pod(namespace, 'first', requesting({ cpu: '5' })));
    await bed.until(running(bed, namespace, 'first'));
    await bed.client.create(Pod, pod(namespace, 'second', requesting({ cpu: '5', memory: '1Ti' })));
    await bed.until(refused(bed, namespace, 'second'));
    await bed.client.create(Pod, pod(namespace, 'third', requesting({ cpu: '5' })));
    await bed.until(refused(bed, namespace, 'third'));
    await seen('refused');
    await bed.client.delete(Pod, { name: 'first', namespace });
    await bed.until(running(bed, namespace, 'third'));
    await seen('room again');
  },

  'affinity of Pods': async (bed, namespace, seen) => {
    const term = { labelSelector: { matchLabels: { app: 'db' } }, topologyKey: 'kubernetes.io/hostname' };
    const near = { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const far = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    await bed.client.create(Pod, pod(namespace, 'near', { affinity: near }));
    await bed.until(refused(bed, namespace, 'near'));
    await seen('alone');
    await bed.client.create(Pod, pod(namespace, 'db', {}, { app: 'db' }));
    await bed.until(running(bed, namespace, 'near'));
    await bed.client.create(Pod, pod(namespace, 'far', { affinity: far }));
    await bed.until(refused(bed, namespace, 'far'));
    await seen('together');
  },

  'a cordoned node': async (bed, namespace, seen) => {
    await bed.client.patch(Node, { name: 'node-1' }, mergePatch({ spec: { unschedulable: true } }));
    await bed.client.create(Pod, pod(namespace, 'waits'));
    await bed.until(refused(bed, namespace, 'waits'));
    await seen('cordoned');
    await bed.client.patch(Node, { name: 'node-1' }, mergePatch({ spec: { unschedulable: null } }));
    await bed.until(running(bed, namespace, 'waits'));
    await seen('uncordoned');
  },
};
