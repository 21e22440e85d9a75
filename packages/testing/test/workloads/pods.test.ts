import { mergePatch } from '@opgen/runtime';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Event, Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { startCluster, type WorkloadCluster } from '../../src/cluster.ts';

const key = { name: 'main', namespace: 'default' };

function pod(spec: Partial<Pod['spec']> = {}, annotations?: Record<string, string>) {
  return {
    metadata: { ...key, ...(annotations && { annotations }) },
    spec: { containers: [{ name: 'main', image: 'busybox' }], ...spec },
  };
}

async function statusOf({ client }: WorkloadCluster) {
  const { status } = await client.get(Pod, key);
  const [container] = status?.containerStatuses ?? [];
  return {
    phase: status?.phase,
    ready: status?.conditions?.find(({ type }) => type === 'Ready')?.status,
    restarts: container?.restartCount,
    state: Object.keys(container?.state ?? {})[0],
    reason: container?.state?.waiting?.reason ?? container?.state?.terminated?.reason,
  };
}

async function reasons({ client }: WorkloadCluster): Promise<string[]> {
  const { items } = await client.list(Event, { namespace: 'default' });
  return items.map(({ reason }) => reason ?? '');
}

test('a Pod waits for its containers, runs, and is ready', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Pod, pod({}, { 'pods.testing.opgen.dev/start-delay': '30s' }));
  await cluster.clock.advance('10s');
  expect(await statusOf(cluster)).toMatchObject({
    phase: 'Pending',
    ready: 'False',
    reason: 'ContainerCreating',
  });
  await cluster.clock.advance('20s');
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'True', state: 'running' });
  const { status, spec } = await cluster.client.get(Pod, key);
  expect(spec.nodeName).toBe('node-1');
  expect(status?.podIP).toMatch(/^10\.244\.0\.\d+$/);
});

test('settled does not wait for the restart of a crashing container', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Pod, pod());
  await cluster.settled();
  await cluster.pods.crash(key);
  await cluster.settled();
  expect(await statusOf(cluster), 'the first restart is immediate').toMatchObject({
    ready: 'True',
    restarts: 1,
  });
  await cluster.pods.oomKill(key);
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({ ready: 'False', restarts: 1, reason: 'CrashLoopBackOff' });
  const { status } = await cluster.client.get(Pod, key);
  expect(status?.containerStatuses?.[0]?.lastState?.terminated).toMatchObject({
    reason: 'OOMKilled',
    exitCode: 137,
  });
  await cluster.clock.advance('10s');
  expect(await statusOf(cluster)).toMatchObject({ ready: 'True', restarts: 2 });
  expect(await reasons(cluster)).toContain('BackOff');
});

test('a container that always exits waits longer and longer', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Pod, pod({}, { 'pods.testing.opgen.dev/exit-code': '2' }));
  await cluster.clock.advance('5m');
  const after5 = (await statusOf(cluster)).restarts ?? 0;
  await cluster.clock.advance('5m');
  expect(after5).toBeGreaterThan(3);
  expect((await statusOf(cluster)).restarts).toBeLessThanOrEqual(after5 + 2);
});

test('a Pod is ready only while its probe passes', async () => {
  await using cluster = await startCluster({ workloads: true });
  const readinessProbe = { httpGet: { port: 80 }, initialDelaySeconds: 20 };
  await cluster.client.create(Pod, pod({ containers: [{ name: 'main', image: 'busybox', readinessProbe }] }));
  await cluster.clock.advance('10s');
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'False' });
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'True' });
  await cluster.pods.failProbe(key);
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'False' });
  expect(await reasons(cluster)).toContain('Unhealthy');
  await cluster.pods.passProbe(key);
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'True' });
});

test('an image that cannot be pulled keeps the Pod pending', async () => {
  await using cluster = await startCluster({ workloads: true });
  cluster.pods.failToPull('busybox');
  await cluster.client.create(Pod, pod());
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({
    phase: 'Pending',
    ready: 'False',
    reason: 'ImagePullBackOff',
  });
  cluster.pods.allowPull('busybox');
  await cluster.clock.advance('5m');
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'True' });
});

test('init containers run one after the other, and sidecars beside the containers', async () => {
  await using cluster = await startCluster({ workloads: true });
  const initContainers = [
    { name: 'first', image: 'busybox' },
    { name: 'sidecar', image: 'busybox', restartPolicy: 'Always' },
    { name: 'second', image: 'busybox' },
  ];
  await cluster.client.create(Pod, pod({ initContainers }));
  await cluster.clock.advance('1s');
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Pending', reason: 'PodInitializing' });
  await cluster.settled();
  const { status } = await cluster.client.get(Pod, key);
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'True' });
  expect(status?.initContainerStatuses?.map(({ state }) => Object.keys(state ?? {})[0])).toEqual([
    'terminated',
    'running',
    'terminated',
  ]);
});

test('readiness gates belong to others', async () => {
  await using cluster = await startCluster({ workloads: true });
  await cluster.client.create(Pod, pod({ readinessGates: [{ conditionType: 'example.com/gate' }] }));
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'False' });
  const found = await cluster.client.get(Pod, key);
  const conditions = [...(found.status?.conditions ?? []), { type: 'example.com/gate', status: 'True' }];
  await cluster.client.patchStatus(Pod, found, { ...found.status, conditions });
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running', ready: 'True' });
});

test('a Pod that runs to its end', async () => {
  await using cluster = await startCluster({ workloads: true });
  const annotations = { 'pods.testing.opgen.dev/exit-code': '0', 'pods.testing.opgen.dev/exit-after': '2h' };
  await cluster.client.create(Pod, pod({ restartPolicy: 'Never' }, annotations));
  await cluster.clock.advance('1h');
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Running' });
  await cluster.settled();
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Succeeded', reason: 'Completed', ready: 'False' });
});

test('a deleted Pod stops within its grace period, and finalizers keep it', async () => {
  await using cluster = await startCluster({ workloads: true });
  const { metadata, spec } = pod({}, { 'pods.testing.opgen.dev/stop-delay': '20s' });
  await cluster.client.create(Pod, { metadata: { ...metadata, finalizers: ['example.com/hold'] }, spec });
  await cluster.settled();
  await cluster.client.delete(Pod, key);
  await cluster.clock.advance('10s');
  expect((await cluster.client.get(Pod, key)).metadata.deletionGracePeriodSeconds).toBe(30);
  await cluster.settled();
  expect((await cluster.client.get(Pod, key)).metadata.deletionGracePeriodSeconds).toBe(0);
  expect(await statusOf(cluster)).toMatchObject({ phase: 'Failed' });
  await cluster.client.patch(Pod, key, mergePatch({ metadata: { finalizers: null } }));
  await cluster.settled();
  expect(await cluster.client.find(Pod, key)).toBeUndefined();
});

const labels = { app: 'web' };
const web = {
  metadata: { name: 'web', namespace: 'default' },
  spec: {
    replicas: 4,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        containers: [{ name: 'web', image: 'nginx:1' }],
        tolerations: ['not-ready', 'unreachable'].map((name) => ({
          key: `node.kubernetes.io/${name}`,
          operator: 'Exists',
          effect: 'NoExecute',
          tolerationSeconds: 300,
        })),
      },
    },
  },
};

test('the Pods of a node that fails are evicted once they no longer tolerate it', async () => {
  await using cluster = await startCluster({ workloads: { nodes: 2 } });
  await cluster.client.create(Deployment, web);
  await cluster.settled();
  const nodes = async (): Promise<string[]> => {
    const { items } = await cluster.client.list(Pod, { namespace: 'default' });
    return items
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .map(({ spec }) => spec.nodeName ?? '')
      .toSorted();
  };
  const available = async () =>
    (await cluster.client.get(Deployment, web.metadata)).status?.availableReplicas;
  expect(await nodes()).toEqual(['node-1', 'node-1', 'node-2', 'node-2']);
  await cluster.nodes.fail('node-2');
  await cluster.settled();
  expect(await available()).toBe(2);
  expect(await nodes()).toEqual(['node-1', 'node-1', 'node-2', 'node-2']);
  await cluster.clock.advance('5m');
  await cluster.settled();
  expect(await available()).toBe(4);
  expect(await nodes()).toEqual(['node-1', 'node-1', 'node-1', 'node-1']);
  await cluster.nodes.recover('node-2');
  await cluster.settled();
  expect((await cluster.client.list(Pod)).items).toHaveLength(4);
});

test('the kubelet rejects a Pod whose host port is in use', async () => {
  await using cluster = await startCluster({ workloads: true });
  const ports = [{ containerPort: 80, hostPort: 80 }];
  const spec = { nodeName: 'node-1', containers: [{ name: 'main', image: 'busybox', ports }] };
  await cluster.client.create(Pod, pod(spec));
  await cluster.settled();
  const other = await cluster.client.create(Pod, { metadata: { ...key, name: 'other' }, spec });
  await cluster.settled();
  const { status } = await cluster.client.get(Pod, { ...key, name: other.metadata.name });
  expect(status).toMatchObject({ phase: 'Failed', reason: 'NodePorts' });
  expect(await reasons(cluster)).toContain('NodePorts');
});
