import { createLogger, done, Manager, mergePatch, requeueAfter } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster, type WorkloadCluster } from '../../src/cluster.ts';

const key = { name: 'main', namespace: 'default' };
const labels = { app: 'web' };
const web = {
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 2,
    minReadySeconds: 3600,
    progressDeadlineSeconds: 7200,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx:1' }] } },
  },
};

function managerOf({ transport, clock }: WorkloadCluster): Manager {
  return new Manager({
    transport,
    clock,
    webhooks: { bindAddress: '0' },
    log: createLogger({ level: 'silent' }),
  });
}

test('settled waits for a rollout of hours', async () => {
  await using cluster = await startCluster({ workloads: true });
  const began = cluster.clock.now();
  await cluster.client.create(Deployment, web);
  await cluster.settled();
  expect((await cluster.client.get(Deployment, web.metadata)).status?.availableReplicas).toBe(2);
  expect(cluster.clock.now() - began).toBeGreaterThanOrEqual(3_600_000);
  expect(cluster.clock.now() - began).toBeLessThan(3_700_000);
});

test('settled waits for retries of a manager, and not for requeues', async () => {
  await using cluster = await startCluster({ workloads: true });
  const manager = managerOf(cluster);
  let runs = 0;
  manager
    .controller('flaky')
    .for(ConfigMap)
    .reconcileWith({
      async reconcile({ name, namespace }, { signal }) {
        runs += 1;
        if (runs <= 5) throw new Error('not yet');
        if (name !== key.name || namespace === undefined) return done;
        const patch = mergePatch({ data: { at: String(cluster.clock.now()) } });
        await manager.client.patch(ConfigMap, { name, namespace }, patch, { signal });
        return requeueAfter('1h');
      },
    });
  const stopping = new AbortController();
  const running = manager.start(stopping.signal);
  await manager.ready;
  await cluster.client.create(ConfigMap, { metadata: key });
  await cluster.settled();
  const { data } = await cluster.client.get(ConfigMap, key);
  expect(data).toBeDefined();
  await cluster.clock.advance('1h');
  expect((await cluster.client.get(ConfigMap, key)).data).not.toEqual(data);
  stopping.abort();
  await running;
});

test('settled gives up on a reconcile that always fails', async () => {
  await using cluster = await startCluster({ workloads: true });
  const manager = managerOf(cluster);
  let runs = 0;
  manager
    .controller('hopeless')
    .for(ConfigMap)
    .reconcileWith({
      async reconcile() {
        runs += 1;
        throw new Error('never');
      },
    });
  const stopping = new AbortController();
  const running = manager.start(stopping.signal);
  await manager.ready;
  await cluster.client.create(ConfigMap, { metadata: key });
  await cluster.settled();
  const before = runs;
  await cluster.settled();
  expect(before).toBeGreaterThan(3);
  expect(runs).toBe(before);
  stopping.abort();
  await running;
});

test('a cluster that never settles says what moves', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Deployment, {
    ...web,
    spec: { ...web.spec, minReadySeconds: 2_000_000, progressDeadlineSeconds: 2_000_001 },
  });
  await expect(cluster.settled()).rejects.toThrow(
    /^the cluster does not settle: after 24 hours on its clock, these still change: replicaset-controller default\/web-/,
  );
});
