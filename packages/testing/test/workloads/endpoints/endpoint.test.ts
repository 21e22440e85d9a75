import type { Node, Pod, Service } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { endpointOf, hasEndpoint, portsOn } from '../../../src/workloads/endpoints/endpoint.ts';

const service = { metadata: { name: 'web', namespace: 'default' }, spec: {} } as Service;
const node = { metadata: { labels: { 'topology.kubernetes.io/zone': 'a' } } } as unknown as Node;

function pod({ ready = true, deleted = false, phase = 'Running', ip = '10.0.0.1' } = {}): Pod {
  return {
    metadata: {
      name: 'a',
      namespace: 'default',
      uid: 'u',
      ...(deleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
    },
    spec: { nodeName: 'node-1', containers: [] },
    status: {
      phase,
      podIPs: ip === '' ? [] : [{ ip }],
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
    },
  } as unknown as Pod;
}

test.each([
  { pod: {}, publish: false, is: { ready: true, serving: true, terminating: false } },
  { pod: { ready: false }, publish: false, is: { ready: false, serving: false, terminating: false } },
  { pod: { ready: false }, publish: true, is: { ready: true, serving: false, terminating: false } },
  { pod: { deleted: true }, publish: false, is: { ready: false, serving: true, terminating: true } },
  { pod: { deleted: true }, publish: true, is: { ready: true, serving: true, terminating: true } },
])('conditions of $pod, publishNotReadyAddresses: $publish', ({ pod: options, publish, is }) => {
  const { metadata } = service;
  const published = { metadata, spec: { publishNotReadyAddresses: publish } } as Service;
  expect(endpointOf(published, pod(options), node, 'IPv4').conditions).toEqual(is);
});

test.each([
  [undefined, undefined],
  ['PreferClose', { forZones: [{ name: 'a' }] }],
  ['PreferSameZone', { forZones: [{ name: 'a' }] }],
  ['PreferSameNode', { forZones: [{ name: 'a' }], forNodes: [{ name: 'node-1' }] }],
])('hints for the traffic distribution %s', (trafficDistribution, hints) => {
  const { metadata } = service;
  const distributed = { metadata, spec: { ...(trafficDistribution && { trafficDistribution }) } } as Service;
  expect(endpointOf(distributed, pod(), node, 'IPv4').hints).toEqual(hints);
  expect(endpointOf(distributed, pod({ ready: false }), node, 'IPv4').hints).toBeUndefined();
});

test('Pods without an address, and those that have ended, are no endpoints', () => {
  expect(hasEndpoint(pod())).toBe(true);
  expect(hasEndpoint(pod({ ip: '' }))).toBe(false);
  expect(hasEndpoint(pod({ phase: 'Succeeded' }))).toBe(false);
});

test('named ports come from containers and sidecars, by protocol', () => {
  const { metadata } = service;
  const spec = {
    containers: [{ name: 'main', ports: [{ name: 'dns', containerPort: 53, protocol: 'UDP' }] }],
    initContainers: [
      { name: 'init', ports: [{ name: 'admin', containerPort: 1 }] },
      { name: 'proxy', restartPolicy: 'Always', ports: [{ name: 'admin', containerPort: 15_000 }] },
    ],
  };
  const ports = [
    { name: 'dns', port: 53, protocol: 'UDP', targetPort: 'dns' },
    { name: 'dns-tcp', port: 53, targetPort: 'dns' },
    { name: 'admin', port: 80, targetPort: 'admin' },
    { name: 'plain', port: 81 },
  ];
  expect(portsOn({ spec } as unknown as Pod, { metadata, spec: { ports } } as Service)).toEqual([
    { name: 'dns', port: 53, protocol: 'UDP' },
    { name: 'admin', port: 15_000, protocol: 'TCP' },
    { name: 'plain', port: 81, protocol: 'TCP' },
  ]);
});
