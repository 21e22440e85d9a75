import type { Change, Subject } from '../subject.ts';

const cpu = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } },
};
const metric = (value: object): Change => ({ '/spec/metrics': [value] });
const resource = (target: object, name = 'cpu'): Change =>
  metric({ type: 'Resource', resource: { name, target } });
const container = (value: object): Change => metric({ type: 'ContainerResource', containerResource: value });
const pods = (value: object): Change => metric({ type: 'Pods', pods: value });
const external = (value: object): Change => metric({ type: 'External', external: value });
const object = (value: object): Change => metric({ type: 'Object', object: value });
const behavior = (value: object): Change => ({ '/spec/behavior': { scaleDown: value } });

const average = { type: 'AverageValue', averageValue: '5' };
const described = { kind: 'Service', name: 's', apiVersion: 'v1' };
const minute = { type: 'Pods', value: 1, periodSeconds: 60 };

export const autoscaling: readonly Subject[] = [
  {
    table: 'autoscaling/horizontalpodautoscalers',
    version: 'v2',
    kind: 'HorizontalPodAutoscaler',
    isNamespaced: true,
    valid: {
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
        minReplicas: 1,
        maxReplicas: 3,
        metrics: [cpu],
      },
    },
    creates: [
      { '/spec': null },
      { '/spec/metrics': null },
      { '/spec/maxReplicas': null },
      { '/spec/maxReplicas': 0 },
      { '/spec/maxReplicas': -1 },
      { '/spec/minReplicas': 0 },
      { '/spec/minReplicas': -1 },
      { '/spec/minReplicas': 5 },
      { '/spec/scaleTargetRef': null },
      { '/spec/scaleTargetRef/kind': null },
      { '/spec/scaleTargetRef/kind': 'a/b' },
      { '/spec/scaleTargetRef/name': null },
      { '/spec/scaleTargetRef/name': 'a/b' },
      { '/spec/scaleTargetRef/apiVersion': null },
      { '/spec/scaleTargetRef/apiVersion': 'a/b/c' },
      { '/spec/scaleTargetRef/apiVersion': 'a/' },
      metric({}),
      metric({ type: 'Other' }),
      metric({ type: 'Resource' }),
      metric({ ...cpu, pods: { metric: { name: 'm' }, target: average } }),
      metric({ type: 'Pods', resource: cpu.resource }),
      resource({ type: 'Utilization' }),
      resource({ type: 'Utilization', averageUtilization: 0 }),
      resource({ type: 'Utilization', averageUtilization: -1 }),
      resource({ type: 'Utilization', averageUtilization: 50, averageValue: '5' }),
      resource({ type: 'AverageValue' }),
      resource({ type: 'AverageValue', averageValue: '0' }),
      resource({ type: 'AverageValue', averageValue: '-1' }),
      resource(average),
      resource(average, ''),
      resource({ type: 'Value', value: '5' }),
      resource({ type: 'Other', averageUtilization: 5 }),
      resource({ averageUtilization: 5 }),
      container({ name: 'cpu', container: 'c', target: average }),
      container({ name: 'cpu', target: average }),
      container({ container: 'c', target: average }),
      container({ name: 'cpu', container: 'c', target: { type: 'Utilization' } }),
      pods({ metric: { name: 'm' }, target: average }),
      pods({ metric: { name: 'm' }, target: { type: 'Utilization', averageUtilization: 5 } }),
      pods({ metric: { name: '' }, target: average }),
      pods({ metric: { name: 'a/b' }, target: average }),
      pods({ metric: { name: 'm', selector: { matchLabels: { 'no key': 'a' } } }, target: average }),
      pods({ metric: { name: 'm' }, target: { type: 'Value', value: '5' } }),
      pods({ metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '0' } }),
      external({ metric: { name: 'm' }, target: average }),
      external({ metric: { name: 'm' }, target: { type: 'Value', value: '5' } }),
      external({ metric: { name: 'm' }, target: { type: 'Value', value: '5', averageValue: '5' } }),
      external({ metric: { name: 'm' }, target: { type: 'Value', value: '-5' } }),
      external({ metric: { name: 'm' }, target: { type: 'Value' } }),
      external({ metric: { name: '' }, target: { type: 'Value', value: '5' } }),
      external({ metric: { name: 'm' }, target: { type: 'Utilization', averageUtilization: 5 } }),
      object({ metric: { name: 'm' }, describedObject: described, target: average }),
      object({ metric: { name: 'm' }, describedObject: described, target: { type: 'Value', value: '5' } }),
      object({ metric: { name: 'm' }, describedObject: described, target: { type: 'Value' } }),
      object({ metric: { name: 'm' }, describedObject: {}, target: average }),
      object({ metric: { name: '' }, describedObject: described, target: average }),
      object({ metric: { name: 'm' }, describedObject: described, target: { type: 'Value', value: '-5' } }),
      object({
        metric: { name: 'm' },
        describedObject: described,
        target: { type: 'AverageValue', averageValue: '-5' },
      }),
      object({
        metric: { name: 'm' },
        describedObject: described,
        target: { type: 'Utilization', averageUtilization: 5 },
      }),
      behavior({ policies: [minute] }),
      behavior({ policies: [] }),
      behavior({ selectPolicy: 'Other' }),
      behavior({ selectPolicy: 'Disabled' }),
      behavior({ stabilizationWindowSeconds: -1 }),
      behavior({ stabilizationWindowSeconds: 3601 }),
      behavior({ policies: [{ ...minute, type: 'Other' }] }),
      behavior({ policies: [{ ...minute, type: 'Percent' }] }),
      behavior({ policies: [{ ...minute, value: 0 }] }),
      behavior({ policies: [{ ...minute, periodSeconds: 0 }] }),
      behavior({ policies: [{ ...minute, periodSeconds: 1801 }] }),
      behavior({ tolerance: '0.1' }),
      behavior({ tolerance: '-0.1' }),
      { '/spec/behavior': { scaleUp: { policies: [{ ...minute, value: -1 }] } } },
      { '/spec/behavior': { scaleUp: { stabilizationWindowSeconds: 4000 } } },
    ],
    updates: [
      { '/spec/maxReplicas': 5 },
      { '/spec/maxReplicas': 0 },
      { '/spec/minReplicas': 9 },
      { '/spec/scaleTargetRef/name': 'e' },
      { '/spec/metrics': [{ type: 'Other' }] },
    ],
  },
];
