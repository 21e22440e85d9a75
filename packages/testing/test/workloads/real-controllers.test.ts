import { Deployment, ReplicaSet } from '@opgen/runtime/kinds/apps/v1';
import { Job } from '@opgen/runtime/kinds/batch/v1';
import { Event, Pod } from '@opgen/runtime/kinds/core/v1';
import { describe, expect, test } from 'vitest';
import { startCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { controllerPrograms } from '../../src/envtest/controllers.ts';
import { eventually } from '../../src/eventually.ts';

const key = { name: 'web', namespace: 'default' };
const labels = { app: 'web' };
const containers = [{ name: 'main', image: 'nginx:1' }];
const web = {
  metadata: key,
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers } },
  },
};

test('real controllers and simulated workloads exclude each other', async () => {
  await expect(startCluster({ workloads: true, controllers: 'real' })).rejects.toThrow('not both');
});

describe.skipIf(!(await realServerAvailable(controllerPrograms)))('real controllers', () => {
  test('roll out a Deployment, run a Job, and collect garbage', async () => {
    await using cluster = await startCluster({ controllers: 'real' });
    const { client } = cluster;
    await client.create(Deployment, web);
    await client.create(Job, {
      metadata: { name: 'once', namespace: 'default' },
      spec: { template: { spec: { restartPolicy: 'Never', containers } } },
    });
    await eventually(async () => {
      const { status } = await client.get(Deployment, key);
      expect(status).toMatchObject({ replicas: 2, readyReplicas: 2, availableReplicas: 2 });
      const job = await client.get(Job, { name: 'once', namespace: 'default' });
      expect(job.status?.conditions?.map(({ type }) => type)).toContain('Complete');
    });
    const { items: pods } = await client.list(Pod, { labelSelector: labels });
    expect(pods.map(({ spec }) => spec.nodeName)).toEqual(['node-1', 'node-1']);
    await eventually(async () => {
      const { items: events } = await client.list(Event, { namespace: 'default' });
      expect(events.map(({ reason }) => reason)).toContain('ScalingReplicaSet');
    });

    await client.delete(Deployment, key);
    await cluster.settled();
    expect((await client.list(ReplicaSet)).items).toEqual([]);
    expect((await client.list(Pod, { labelSelector: labels })).items).toEqual([]);
  });
});
