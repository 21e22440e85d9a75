import { Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { expect, test } from 'vitest';
import { startCluster } from '../../../src/cluster.ts';

const labels = { app: 'web' };
const key = { name: 'web', namespace: 'default' };

test('a Pod that is being deleted serves until its containers have stopped', async () => {
  await using cluster = await startCluster({ workloads: true });
  const { client, clock } = cluster;
  await client.create(Service, { metadata: key, spec: { selector: labels, ports: [{ port: 80 }] } });
  await client.create(Pod, {
    metadata: { ...key, labels, annotations: { 'pods.testing.opgen.dev/stop-delay': '10s' } },
    spec: { containers: [{ name: 'web', image: 'nginx:1' }] },
  });
  const conditions = async (): Promise<unknown[]> => {
    const { items } = await client.list(EndpointSlice, {
      labelSelector: { 'kubernetes.io/service-name': 'web' },
    });
    return items.flatMap(({ endpoints }) => (endpoints ?? []).map((endpoint) => endpoint.conditions));
  };

  await cluster.settled();
  expect(await conditions()).toEqual([{ ready: true, serving: true, terminating: false }]);
  await client.delete(Pod, key);
  await clock.advance('5s');
  expect(await conditions()).toEqual([{ ready: false, serving: true, terminating: true }]);
  await cluster.settled();
  expect(await conditions()).toEqual([]);
});
