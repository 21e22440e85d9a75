import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import {
  type HorizontalPodAutoscalerSpec,
  HorizontalPodAutoscaler,
} from '@opgen/runtime/kinds/autoscaling/v2';
import { Event } from '@opgen/runtime/kinds/core/v1';
import { beforeEach, afterEach, expect, test } from 'vitest';
import { startCluster, type WorkloadCluster } from '../../../src/cluster.ts';

const key = { name: 'web', namespace: 'default' };
const labels = { app: 'web' };

let cluster: WorkloadCluster;
beforeEach(async () => {
  cluster = await startCluster({ workloads: true });
});
afterEach(() => cluster.stop());

async function autoscale(spec: Partial<HorizontalPodAutoscalerSpec> = {}, replicas = 2): Promise<void> {
  const resources = { requests: { cpu: '200m' } };
  await cluster.client.create(Deployment, {
    metadata: key,
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'web:1', resources }] } },
    },
  });
  await cluster.settled();
  const target = { type: 'Utilization', averageUtilization: 50 };
  await cluster.client.create(HorizontalPodAutoscaler, {
    metadata: key,
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      minReplicas: 1,
      maxReplicas: 10,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target } }],
      ...spec,
    },
  });
  await cluster.settled();
}

const replicas = async () => (await cluster.client.get(Deployment, key)).spec.replicas;
const status = async () => (await cluster.client.get(HorizontalPodAutoscaler, key)).status;
const conditions = async () =>
  (await status())?.conditions?.map((each) => `${each.type} ${each.status} ${each.reason}`);

async function pass(duration: string): Promise<void> {
  await cluster.clock.advance(duration);
  await cluster.settled();
}

test('without metrics nothing is scaled', async () => {
  await autoscale();
  expect(await conditions()).toEqual([
    'AbleToScale True SucceededGetScale',
    'ScalingActive False FailedGetResourceMetric',
  ]);
  expect(await replicas()).toBe(2);
});

test('the replicas follow a load that the Pods share', async () => {
  cluster.metrics.ofPods({ labels, total: { cpu: '600m' } });
  await autoscale();
  // 150 % of the requests is three times the target.
  expect(await replicas()).toBe(4);
  await pass('15s');
  expect(await replicas()).toBe(6);
  await pass('15s');
  expect(await status()).toMatchObject({
    currentReplicas: 6,
    desiredReplicas: 6,
    currentMetrics: [
      { type: 'Resource', resource: { current: { averageUtilization: 50, averageValue: '100m' } } },
    ],
  });
  expect(await conditions()).toEqual([
    'AbleToScale True ReadyForNewScale',
    'ScalingActive True ValidMetricFound',
    'ScalingLimited False DesiredWithinRange',
  ]);
  const { items } = await cluster.client.list(Event, { namespace: 'default' });
  const rescales = items.filter(({ reason }) => reason === 'SuccessfulRescale').map(({ message }) => message);
  expect(rescales).toContain(
    'New size: 4; reason: cpu resource utilization (percentage of request) above target',
  );
});

test('a load that ends is followed after five minutes', async () => {
  cluster.metrics.ofPods({ labels, each: { cpu: '200m' } });
  await autoscale();
  expect(await replicas()).toBe(4);
  cluster.metrics.ofPods({ labels, each: { cpu: '10m' } });
  await pass('1m');
  expect(await replicas()).toBe(4);
  expect(await conditions()).toContain('AbleToScale True ScaleDownStabilized');
  await pass('6m');
  expect(await replicas()).toBe(1);
});

test('a behavior limits the rate', async () => {
  const policies = [{ type: 'Pods', value: 1, periodSeconds: 60 }];
  cluster.metrics.ofPods({ labels, each: { cpu: '200m' } });
  await autoscale({ behavior: { scaleUp: { policies } } });
  expect(await replicas()).toBe(3);
  expect(await conditions()).toContain('ScalingLimited True ScaleUpLimit');
  await pass('15s');
  expect(await replicas()).toBe(3);
  await pass('1m');
  expect(await replicas()).toBe(4);
});

test('an external metric, and the range of the autoscaler', async () => {
  const target = { type: 'AverageValue', averageValue: '30' };
  cluster.metrics.external('queue', 500);
  await autoscale(
    { maxReplicas: 5, metrics: [{ type: 'External', external: { metric: { name: 'queue' }, target } }] },
    4,
  );
  expect(await replicas()).toBe(5);
  expect(await conditions()).toContain('ScalingLimited True TooManyReplicas');
});

test('replicas outside the range are corrected without metrics, and zero disables scaling', async () => {
  await autoscale({ minReplicas: 3 });
  expect(await replicas()).toBe(3);
  await cluster.client.scale(Deployment, key, 0);
  await pass('15s');
  expect(await conditions()).toContain('ScalingActive False ScalingDisabled');
  expect(await replicas()).toBe(0);
});
