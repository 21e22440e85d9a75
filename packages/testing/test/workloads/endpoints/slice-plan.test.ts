import type { Service } from '@opgen/runtime/kinds/core/v1';
import type { EndpointSlice } from '@opgen/runtime/kinds/discovery/v1';
import { describe, expect, test } from 'vitest';
import { type DesiredEndpoint, planSlices } from '../../../src/workloads/endpoints/slice-plan.ts';

const service: Service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {
    name: 'web',
    namespace: 'default',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: '',
    labels: { team: 'a' },
  },
  spec: { clusterIP: '10.0.0.2' },
};
const ports = [{ name: '', port: 80, protocol: 'TCP' }];

function desired(from: number, to: number, on = ports): DesiredEndpoint[] {
  return Array.from({ length: to - from }, (_, index) => ({
    endpoint: { addresses: [`10.244.0.${from + index}`], conditions: { ready: true } },
    ports: on,
  }));
}

/** The slices as they are after a plan for a Service that had none. */
function existing(...groups: readonly (readonly DesiredEndpoint[])[]): EndpointSlice[] {
  return groups.flatMap((group, index) =>
    planSlices(service, 'IPv4', group, []).create.map(
      (slice) =>
        ({
          ...slice,
          metadata: { ...slice.metadata, name: `web-${index}`, uid: `${index}` },
        }) as EndpointSlice,
    ),
  );
}

function plan(endpoints: readonly DesiredEndpoint[], slices: readonly EndpointSlice[], of = service) {
  const { create, update, delete: obsolete } = planSlices(of, 'IPv4', endpoints, slices);
  return {
    create: create.map((slice) => slice.endpoints?.length),
    update: update.map(({ metadata, endpoints: all = [] }) => `${metadata.name}: ${all.length}`),
    delete: obsolete.map(({ metadata }) => metadata.name),
  };
}

describe('EndpointSlices', () => {
  test.each([
    { case: 'no endpoints', endpoints: [], slices: [], create: [0] },
    { case: 'the empty slice stays', endpoints: [], slices: existing([]) },
    {
      case: 'the empty slice is filled',
      endpoints: desired(0, 2),
      slices: existing([]),
      update: ['web-0: 2'],
    },
    { case: 'no change', endpoints: desired(0, 2), slices: existing(desired(0, 2)) },
    { case: 'more than one slice', endpoints: desired(0, 250), slices: [], create: [100, 100, 50] },
    {
      case: 'new endpoints fill the slice that changes anyway',
      endpoints: [...desired(0, 98), ...desired(100, 102)],
      slices: existing(desired(0, 99)),
      update: ['web-0: 100'],
    },
    {
      case: 'all new endpoints go to the fullest slice with room',
      endpoints: desired(0, 112),
      slices: existing(desired(0, 50), desired(50, 110)),
      update: ['web-1: 62'],
    },
    {
      case: 'no slice has room',
      endpoints: desired(0, 102),
      slices: existing(desired(0, 99)),
      create: [3],
    },
    {
      case: 'other ports reuse the slice',
      endpoints: desired(0, 2, [{ name: '', port: 81, protocol: 'TCP' }]),
      slices: existing(desired(0, 2)),
      update: ['web-0: 2'],
    },
    {
      case: 'two groups of ports',
      endpoints: [...desired(0, 2), ...desired(2, 3, [])],
      slices: [],
      create: [2, 1],
    },
    { case: 'the last endpoint goes', endpoints: [], slices: existing(desired(0, 1)), update: ['web-0: 0'] },
    {
      case: 'a slice of an earlier Service of this name',
      endpoints: desired(0, 1),
      slices: existing(desired(0, 1)).map((slice) => ({
        ...slice,
        metadata: { ...slice.metadata, ownerReferences: [] },
      })),
      create: [1],
      delete: ['web-0'],
    },
  ])('$case', ({ endpoints, slices, create = [], update = [], delete: obsolete = [] }) => {
    expect(plan(endpoints, slices)).toEqual({ create, update, delete: obsolete });
  });

  test('follow the labels of their Service', () => {
    const labels = { team: 'b', 'endpointslice.kubernetes.io/managed-by': 'me' };
    const changed = { ...service, metadata: { ...service.metadata, labels } };
    const { update } = planSlices(changed, 'IPv4', desired(0, 1), existing(desired(0, 1)));
    expect(update.map(({ metadata }) => metadata.labels)).toEqual([
      {
        team: 'b',
        'kubernetes.io/service-name': 'web',
        'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io',
      },
    ]);
  });
});
