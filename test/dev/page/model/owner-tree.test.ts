import { expect, test } from 'vitest';
import type { KindView, ObjectView } from '../../../../src/dev/page/model/messages.ts';
import { ownerTree, type TreeNode } from '../../../../src/dev/page/model/owner-tree.ts';
import { byUid } from '../../../../src/dev/page/model/page-model.ts';

const kinds: KindView[] = [
  {
    apiVersion: 'example.com/v1',
    kind: 'Shop',
    plural: 'shops',
    namespaced: true,
    own: true,
    scalable: false,
  },
];

function view(
  kind: string,
  name: string,
  owners: string[] = [],
  state: 'healthy' | 'progressing' | 'failed' = 'healthy',
): ObjectView {
  const apiVersion = kind === 'Shop' ? 'example.com/v1' : 'v1';
  const ownerReferences = owners.map((uid, index) => ({ uid, controller: index === owners.length - 1 }));
  const metadata = {
    name,
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ownerReferences,
  };
  const health = state === 'healthy' ? ({ state } as const) : { state, reason: 'why' };
  return { object: { apiVersion, kind, metadata }, health };
}

/** `shop(pod)`. */
function text(nodes: readonly TreeNode[]): string {
  return nodes
    .map(
      ({ children, view: { object } }) =>
        object.metadata.name + (children.length === 0 ? '' : `(${text(children)})`),
    )
    .join(' ');
}

test('objects are below their controller, or below the first owner that is known', () => {
  const objects = byUid([
    view('Pod', 'pod-2', ['set']),
    view('Pod', 'pod-1', ['set']),
    view('ReplicaSet', 'set', ['config', 'shop']),
    view('ConfigMap', 'config', ['shop', 'unknown']),
    view('Shop', 'shop'),
    view('Secret', 'secret', ['unknown']),
    view('ConfigMap', 'self', ['self']),
    view('Event', 'event'),
    view('Node', 'node'),
  ]);
  const tree = ownerTree(objects, kinds);
  expect(text(tree.own)).toBe('shop(config set(pod-1 pod-2))');
  expect(text(tree.others)).toBe('self secret');
  expect(text(tree.nodes)).toBe('node');
});

test('an owner has the worst health of what it owns', () => {
  const objects = byUid([
    view('Shop', 'shop', [], 'progressing'),
    view('ReplicaSet', 'set', ['shop']),
    view('Pod', 'pod', ['set'], 'failed'),
  ]);
  expect(ownerTree(objects, kinds).own[0]?.health).toEqual({ state: 'failed', reason: 'why' });
});
