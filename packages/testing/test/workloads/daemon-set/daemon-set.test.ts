import { mergePatch, type New } from '@opgen/runtime';
import { ControllerRevision, DaemonSet } from '@opgen/runtime/kinds/apps/v1';
import { Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const key = { name: 'agent', namespace: 'default' };
const labels = { app: 'agent' };

function set(spec: Partial<New<DaemonSet>['spec']> = {}, podSpec: Partial<Pod['spec']> = {}) {
  return {
    metadata: key,
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'main', image: 'agent:1' }], ...podSpec },
      },
      ...spec,
    },
  };
}

const image = (name: string) =>
  mergePatch({ spec: { template: { spec: { containers: [{ name: 'main', image: name }] } } } });

const label = (value: string | null) => mergePatch({ metadata: { labels: { disk: value } } });

async function clusterOf(nodes: number) {
  const cluster = await startCluster({ workloads: { nodes } });
  const placed = async (): Promise<string[]> => {
    await cluster.settled();
    const { items } = await cluster.client.list(Pod);
    return items.map(({ spec }) => `${spec.nodeName} ${spec.containers[0]?.image}`).toSorted();
  };
  const names = (await cluster.client.list(Node)).items.map(({ metadata }) => metadata.name);
  return { cluster, placed, names, [Symbol.asyncDispose]: () => cluster.stop() };
}

test('one Pod on every node, also on those that are cordoned', async () => {
  await using bed = await clusterOf(3);
  const [first = ''] = bed.names;
  const { client } = bed.cluster;
  await client.patch(Node, { name: first }, mergePatch({ spec: { unschedulable: true } }));
  await client.create(DaemonSet, set());
  expect(await bed.placed()).toEqual(bed.names.map((node) => `${node} agent:1`).toSorted());
  const { status } = await client.get(DaemonSet, key);
  expect(status).toMatchObject({ desiredNumberScheduled: 3, numberAvailable: 3, updatedNumberScheduled: 3 });
});

test('Pods follow the labels and taints of nodes', async () => {
  await using bed = await clusterOf(2);
  const [first = '', second = ''] = bed.names;
  const { client } = bed.cluster;
  await client.create(DaemonSet, set({}, { nodeSelector: { disk: 'fast' } }));
  expect(await bed.placed()).toEqual([]);
  await client.patch(Node, { name: first }, label('fast'));
  expect(await bed.placed()).toEqual([`${first} agent:1`]);
  await client.patch(Node, { name: second }, label('fast'));
  await client.patch(Node, { name: first }, label(null));
  expect(await bed.placed()).toEqual([`${second} agent:1`]);
  const taint = { key: 'maintenance', effect: 'NoSchedule' };
  await client.patch(Node, { name: second }, mergePatch({ spec: { taints: [taint] } }));
  expect(await bed.placed()).toEqual([`${second} agent:1`]);
  expect((await client.get(DaemonSet, key)).status).toMatchObject({ numberMisscheduled: 1 });
});

test.each([
  ['one after the other', { maxUnavailable: 1 }, 1, 3],
  ['two at a time', { maxUnavailable: '50%' }, 2, 3],
  ['with a second Pod first', { maxUnavailable: 0, maxSurge: 1 }, 0, 4],
])('a rolling update, %s', async (_, rollingUpdate, mostUnavailable, mostPods) => {
  await using bed = await clusterOf(3);
  const { client, clock } = bed.cluster;
  await client.create(DaemonSet, set({ updateStrategy: { type: 'RollingUpdate', rollingUpdate } }));
  await bed.cluster.settled();
  await client.patch(DaemonSet, key, image('agent:2'));
  for (let step = 0; step < 60; step += 1) {
    await clock.advance('500ms');
    const { items } = await client.list(Pod);
    const staying = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
    expect(staying.length).toBeLessThanOrEqual(mostPods);
    const serving = staying.filter(({ status }) =>
      status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
    );
    const nodes = new Set(serving.map(({ spec }) => spec.nodeName));
    expect(nodes.size).toBeGreaterThanOrEqual(3 - mostUnavailable);
  }
  expect(await bed.placed()).toEqual(bed.names.map((node) => `${node} agent:2`).toSorted());
});

test('with OnDelete, only new Pods have the new template', async () => {
  await using bed = await clusterOf(2);
  const { client } = bed.cluster;
  await client.create(DaemonSet, set({ updateStrategy: { type: 'OnDelete' } }));
  await bed.cluster.settled();
  await client.patch(DaemonSet, key, image('agent:2'));
  expect((await bed.placed()).filter((each) => each.endsWith('agent:2'))).toEqual([]);
  const [pod] = (await client.list(Pod)).items;
  await client.delete(Pod, { name: pod?.metadata.name ?? '', namespace: 'default' });
  expect((await bed.placed()).filter((each) => each.endsWith('agent:2'))).toHaveLength(1);
});

test('a revision has sorted keys, as clients expect its bytes', async () => {
  await using bed = await clusterOf(1);
  await bed.cluster.client.create(DaemonSet, set());
  await bed.cluster.settled();
  const [revision] = (await bed.cluster.client.list(ControllerRevision)).items;
  expect(JSON.stringify(revision?.data)).toMatch(
    /^\{"spec":\{"template":\{"\$patch":"replace","metadata":\{"labels":.*\},"spec":\{"containers":/,
  );
});
