import type { Pod } from '@opgen/runtime/kinds/core/v1';
import { expect, test } from 'vitest';
import { inDeletionOrder, ranksOf } from '../../../src/workloads/replica-set/deletion-order.ts';

const now = Date.parse('2026-01-01T01:00:00Z');
const ready = (since: string) => [{ type: 'Ready', status: 'True', lastTransitionTime: since }];

function pod(
  name: string,
  { node = 'a', phase = 'Running', since = '2026-01-01T00:00:00Z', cost = '0' } = {},
): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      uid: name,
      resourceVersion: '1',
      creationTimestamp: since,
      annotations: { 'controller.kubernetes.io/pod-deletion-cost': cost },
    },
    spec: { nodeName: node, containers: [] },
    status: { phase, ...(phase === 'Running' && { conditions: ready(since) }) },
  };
}

function order(pods: readonly Pod[]): string[] {
  return inDeletionOrder(pods, ranksOf(pods, pods), now).map(({ metadata }) => metadata.name);
}

test.each([
  ['a Pod without a node', [pod('b', { phase: 'Pending' }), pod('a', { node: '', phase: 'Pending' })]],
  ['a pending Pod', [pod('b'), pod('a', { phase: 'Pending' })]],
  ['a cheap Pod', [pod('b'), pod('a', { cost: '-1' })]],
  ['a young Pod', [pod('b'), pod('a', { since: '2026-01-01T00:59:00Z' })]],
])('%s goes first', (_, pods) => {
  expect(order(pods)).toEqual(['a', 'b']);
});

test('a Pod on a crowded node goes first', () => {
  expect(order([pod('c', { node: 'x' }), pod('a', { node: 'y' }), pod('b', { node: 'y' })]).at(-1)).toBe('c');
});
