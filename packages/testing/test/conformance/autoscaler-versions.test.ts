import { expect } from 'vitest';
import type { AdmissionRequest } from '../support/webhook-server.ts';
import { conformance } from './support/conformance.ts';
import type { Scene } from './support/scene.ts';
import type { StoredObject } from './support/target.ts';
import { withWebhooks, writesOf } from './support/webhooks.ts';

type Version = 'v1' | 'v2';

const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'shop' };
const notes = 'autoscaling.alpha.kubernetes.io';
const cpu = (averageUtilization: number): object => ({
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
});

const path = (scene: Scene, version: Version, name = ''): string =>
  `/apis/autoscaling/${version}/namespaces/${scene.namespace}/horizontalpodautoscalers/${name}`.replace(
    /\/$/,
    '',
  );

function create(scene: Scene, version: Version, spec: object, metadata: object = {}): Promise<StoredObject> {
  return scene.must(201, 'POST', path(scene, version), {
    apiVersion: `autoscaling/${version}`,
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: 'a', ...metadata },
    spec: { scaleTargetRef, maxReplicas: 5, ...spec },
  });
}

const read = (scene: Scene, version: Version, name = 'a'): Promise<StoredObject> =>
  scene.must(200, 'GET', path(scene, version, name));

/** The annotations with parsed JSON. */
function annotationsOf({ metadata }: StoredObject): object {
  const entries = Object.entries(metadata.annotations ?? {});
  return Object.fromEntries(entries.map(([name, text]) => [name, JSON.parse(text) as unknown]));
}

const memory = {
  type: 'Resource',
  resource: { name: 'memory', target: { type: 'AverageValue', averageValue: '1Gi' } },
};
const selector = { matchLabels: { queue: 'orders' } };
const metrics = [
  memory,
  {
    type: 'Pods',
    pods: { metric: { name: 'hits', selector }, target: { type: 'AverageValue', averageValue: '2' } },
  },
  {
    type: 'Object',
    object: {
      describedObject: scaleTargetRef,
      metric: { name: 'load' },
      target: { type: 'Value', value: '3' },
    },
  },
  {
    type: 'External',
    external: { metric: { name: 'length', selector }, target: { type: 'AverageValue', averageValue: '4' } },
  },
  {
    type: 'ContainerResource',
    containerResource: {
      name: 'cpu',
      container: 'main',
      target: { type: 'Utilization', averageUtilization: 50 },
    },
  },
  cpu(60),
];
const notedMetrics = [
  { type: 'Resource', resource: { name: 'memory', targetAverageValue: '1Gi' } },
  { type: 'Pods', pods: { metricName: 'hits', targetAverageValue: '2', selector } },
  { type: 'Object', object: { target: scaleTargetRef, metricName: 'load', targetValue: '3' } },
  { type: 'External', external: { metricName: 'length', metricSelector: selector, targetAverageValue: '4' } },
  {
    type: 'ContainerResource',
    containerResource: { name: 'cpu', targetAverageUtilization: 50, container: 'main' },
  },
];

conformance('versions of autoscalers', (it) => {
  it('scale on CPU by default', async (scene) => {
    const made = await create(scene, 'v1', {});
    expect(made.metadata).not.toHaveProperty('generation');
    expect(made.spec).toEqual({
      scaleTargetRef,
      minReplicas: 1,
      maxReplicas: 5,
      targetCPUUtilizationPercentage: 80,
    });
    expect(made.status).toEqual({ currentReplicas: 0, desiredReplicas: 0 });
    const shown = await read(scene, 'v2');
    expect(shown.apiVersion).toBe('autoscaling/v2');
    expect(shown.spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 5, metrics: [cpu(80)] });
    // A real server returns metrics: null here.
    expect(shown.status['desiredReplicas']).toBe(0);
    expect(shown.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
  });

  it('have the CPU in a field, and all other metrics in an annotation', async (scene) => {
    await create(scene, 'v2', { metrics });
    const shown = await read(scene, 'v1');
    expect(shown.spec).toMatchObject({ targetCPUUtilizationPercentage: 60 });
    expect(annotationsOf(shown)).toEqual({ [`${notes}/metrics`]: notedMetrics });
    const { annotations } = shown.metadata;
    const copied = await create(scene, 'v1', shown.spec, { name: 'b', annotations });
    expect(copied.metadata.annotations).toEqual(annotations);
    const back = await read(scene, 'v2', 'b');
    expect(back.spec['metrics']).toEqual(metrics);
    expect(back.metadata).not.toHaveProperty('annotations');
  });

  it('set defaults of the behavior and store it in an annotation', async (scene) => {
    const percent = { type: 'Percent', value: 100, periodSeconds: 15 };
    const behavior = {
      scaleUp: {
        stabilizationWindowSeconds: 0,
        selectPolicy: 'Min',
        policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, percent],
      },
      scaleDown: { selectPolicy: 'Max', policies: [percent] },
    };
    const made = await create(scene, 'v2', { behavior: { scaleUp: { selectPolicy: 'Min' } } });
    expect(made.spec['behavior']).toEqual(behavior);
    expect(annotationsOf(await read(scene, 'v1'))).toMatchObject({
      [`${notes}/behavior`]: {
        ScaleUp: { SelectPolicy: 'Min', StabilizationWindowSeconds: 0 },
        ScaleDown: { Policies: [{ Type: 'Percent', Value: 100, PeriodSeconds: 15 }] },
      },
    });
    await scene.patch('merge', path(scene, 'v1', 'a'), { spec: { maxReplicas: 6 } });
    expect((await read(scene, 'v2')).spec).toMatchObject({ maxReplicas: 6, behavior });
  });

  it('show the status of each other', async (scene) => {
    await create(scene, 'v2', {});
    const at = '2026-01-01T00:00:00Z';
    const conditions = [
      { type: 'AbleToScale', status: 'True', lastTransitionTime: at, reason: 'Ready', message: 'yes' },
    ];
    const current = { averageUtilization: 33, averageValue: '5m' };
    const currentMetrics = [{ type: 'Resource', resource: { name: 'cpu', current } }];
    const status = { currentReplicas: 2, desiredReplicas: 3, conditions, currentMetrics };
    await scene.patch('merge', path(scene, 'v2', 'a/status'), { status });
    const shown = await read(scene, 'v1');
    expect(shown.status).toEqual({
      currentReplicas: 2,
      desiredReplicas: 3,
      currentCPUUtilizationPercentage: 33,
    });
    const noted = { name: 'cpu', currentAverageUtilization: 33, currentAverageValue: '5m' };
    expect(annotationsOf(shown)).toEqual({
      [`${notes}/conditions`]: conditions,
      [`${notes}/current-metrics`]: [{ type: 'Resource', resource: noted }],
    });
    expect((await read(scene, 'v2')).status).toEqual(status);
  });

  it('are sent to a webhook in the version of its rule', async (scene) => {
    const rules = [writesOf('horizontalpodautoscalers', 'autoscaling', 'v2')];
    const webhooks = await withWebhooks(scene, {
      mutating: [{ id: 'mutating', rules, matchPolicy: 'Equivalent' }],
      validating: [{ id: 'exact', rules, matchPolicy: 'Exact' }],
    });
    const received: AdmissionRequest[] = [];
    webhooks.admit('/mutating', (request) => {
      received.push(request);
      return { allowed: true, patch: [{ op: 'add', path: '/spec/metrics/-', value: memory }] };
    });
    webhooks.admit('/exact', () => ({ allowed: false }));
    const made = await create(scene, 'v1', { targetCPUUtilizationPercentage: 70 });
    expect(received).toMatchObject([
      {
        kind: { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler' },
        requestKind: { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler' },
        resource: { group: 'autoscaling', version: 'v2', resource: 'horizontalpodautoscalers' },
        object: { apiVersion: 'autoscaling/v2', spec: { metrics: [cpu(70)] } },
      },
    ]);
    expect(made.spec).toMatchObject({ targetCPUUtilizationPercentage: 70 });
    expect(annotationsOf(made)).toEqual({ [`${notes}/metrics`]: [notedMetrics[0]] });
  });
});
