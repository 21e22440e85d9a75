import { mergePatch } from '@opgen/runtime';
import { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';

const labels = { app: 'web' };
const web = {
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } },
  },
};

test('a Deployment of two replicas becomes ready', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Deployment, web);
  await cluster.settled();
  const { status } = await cluster.client.get(Deployment, web.metadata);
  expect(status).toMatchObject({ replicas: 2, readyReplicas: 2, availableReplicas: 2, updatedReplicas: 2 });
  const { items: sets } = await cluster.client.list(ReplicaSet);
  expect(sets).toHaveLength(1);
  const { items: pods } = await cluster.client.list(Pod);
  expect(pods.map((pod) => pod.status?.phase)).toEqual(['Running', 'Running']);
});

test('the history is cleaned up by the reconcile that completes a rollout', async () => {
  await using cluster = await startCluster({ workloads: true });
  const { spec } = web.spec.template;
  const template = { metadata: { labels }, spec: { ...spec, terminationGracePeriodSeconds: 0 } };
  await cluster.client.create(Deployment, {
    ...web,
    spec: { ...web.spec, revisionHistoryLimit: 0, template },
  });
  await cluster.settled();
  const containers = [{ name: 'web', image: 'nginx:2' }];
  const patch = mergePatch({ spec: { template: { spec: { containers } } } });
  await cluster.client.patch(Deployment, web.metadata, patch);
  await cluster.settled();
  const { items } = await cluster.client.list(ReplicaSet);
  expect(items.map(({ spec: { replicas } }) => replicas)).toEqual([2]);
});
