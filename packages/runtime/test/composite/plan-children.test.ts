import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { Pod } from '@opgen/runtime/kinds/core/v1';
import { describe, expect, test } from 'vitest';
import { type AnyChild, child } from '../../src/composite/child.ts';
import { withCompositeMetadata } from '../../src/composite/composite-metadata.ts';
import { owned, type UpdateStrategy } from '../../src/composite/owned.ts';
import { planChildren } from '../../src/composite/plan-children.ts';
import type { KubernetesObject } from '../../src/objects/object.ts';
import { memcached } from '../support/objects.ts';

const parent = memcached('cache', 1);
const at = { parent, name: 'memcached', inherit: {}, adopt: false };

const pod = (name: string, image: string): AnyChild =>
  child(Pod, { metadata: { name }, spec: { containers: [{ name: 'main', image }] } });

interface Existing {
  name: string;
  image?: string;
  ready?: boolean;
  going?: boolean;
  /** Who created it. */
  by?: 'us' | 'nobody' | 'another composite' | 'a namesake' | 'an orphaned namesake';
}

function existing({
  name,
  image = 'new',
  ready = true,
  going = false,
  by = 'us',
}: Existing): KubernetesObject {
  const made = withCompositeMetadata(Pod, pod(name, image), parent, at) as KubernetesObject;
  const { ownerReferences = [], labels } = made.metadata;
  const metadata = {
    ...made.metadata,
    uid: name,
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...(going && { deletionTimestamp: '2026-01-01T00:00:01Z' }),
    ...(by === 'nobody' && { ownerReferences: [], labels: {} }),
    ...(by === 'an orphaned namesake' && { ownerReferences: [] }),
    ...(by === 'another composite' && { labels: { ...labels, 'opgen.dev/composite': 'other' } }),
    ...(by === 'a namesake' && { ownerReferences: ownerReferences.map((each) => ({ ...each, uid: 'old' })) }),
  };
  const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }];
  return { ...made, metadata, status: { phase: 'Running', conditions } } as KubernetesObject;
}

/** The planned steps as text: `apply a`, `wait b`. */
function plan(
  update: UpdateStrategy,
  wanted: readonly string[],
  found: readonly Existing[],
  adopt = false,
): string[] {
  const objects = found.map(existing);
  return planChildren({
    ...at,
    adopt,
    owned: [owned<KubernetesObject>(Pod, { update })],
    desired: wanted.map((name) => pod(name, 'new')),
    existing: () => objects,
    find: (_, { name }) => objects.find(({ metadata }) => metadata.name === name),
  }).map((step) => {
    const { name } = 'key' in step ? step.key : 'child' in step ? step.child.metadata : step.object.metadata;
    return `${step.type} ${name}`;
  });
}

describe('planChildren', () => {
  test.each<[string, UpdateStrategy, string[], Existing[], string[]]>([
    ['applies missing children', 'InPlace', ['a', 'b'], [], ['apply a', 'apply b']],
    ['applies an up-to-date child to revert drift', 'Recreate', ['a'], [{ name: 'a' }], ['apply a']],
    ['applies an outdated child', 'InPlace', ['a'], [{ name: 'a', image: 'old' }], ['apply a']],
    ['recreates an outdated child', 'Recreate', ['a'], [{ name: 'a', image: 'old' }], ['recreate a']],
    ['keeps an outdated child', 'OnDelete', ['a'], [{ name: 'a', image: 'old' }], ['wait a']],
    ['prunes an undesired child', 'OnDelete', [], [{ name: 'a' }], ['prune a']],
    [
      'waits for children that are being deleted',
      'InPlace',
      ['a'],
      [
        { name: 'a', going: true },
        { name: 'b', going: true },
      ],
      ['wait a'],
    ],
    [
      'recreates one child at a time',
      'RollingRecreate',
      ['a', 'b', 'c'],
      [{ name: 'a', image: 'old' }, { name: 'b', image: 'old' }, { name: 'c' }],
      ['recreate a', 'wait b', 'apply c'],
    ],
    [
      'updates one child at a time',
      'RollingInPlace',
      ['a', 'b'],
      [
        { name: 'a', image: 'old' },
        { name: 'b', image: 'old' },
      ],
      ['apply a', 'wait b'],
    ],
    [
      'starts with a child that is not ready',
      'RollingRecreate',
      ['a', 'b'],
      [
        { name: 'a', image: 'old' },
        { name: 'b', image: 'old', ready: false },
      ],
      ['wait a', 'recreate b'],
    ],
    [
      'waits until an updated child is ready',
      'RollingRecreate',
      ['a', 'b'],
      [
        { name: 'a', ready: false },
        { name: 'b', image: 'old' },
      ],
      ['apply a', 'wait b'],
    ],
    [
      'waits until a deleted child is gone',
      'RollingRecreate',
      ['a', 'b', 'c'],
      [
        { name: 'a', going: true },
        { name: 'b', image: 'old' },
      ],
      ['wait a', 'wait b', 'apply c'],
    ],
    [
      'prunes without waiting for the rollout',
      'RollingRecreate',
      ['a'],
      [{ name: 'a', ready: false }, { name: 'b' }],
      ['apply a', 'prune b'],
    ],
    ['refuses an object without a controller', 'InPlace', ['a'], [{ name: 'a', by: 'nobody' }], ['refuse a']],
    [
      'refuses an object of a deleted parent with the same name',
      'InPlace',
      ['a'],
      [{ name: 'a', by: 'a namesake' }],
      ['refuse a'],
    ],
    [
      'takes over an object that a parent with the same name orphaned',
      'InPlace',
      ['a'],
      [{ name: 'a', by: 'an orphaned namesake' }],
      ['apply a'],
    ],
    [
      'does not delete an object of another composite',
      'InPlace',
      [],
      [{ name: 'a', by: 'another composite' }],
      [],
    ],
    ['does not delete an object without a controller', 'InPlace', [], [{ name: 'a', by: 'nobody' }], []],
  ])('%s (%s)', (_, update, wanted, found, expected) => {
    expect(plan(update, wanted, found)).toEqual(expected);
  });

  test('takes over an object without a controller with adopt', () => {
    expect(plan('InPlace', ['a'], [{ name: 'a', by: 'nobody' }], true)).toEqual(['apply a']);
    expect(plan('InPlace', ['a'], [{ name: 'a', by: 'a namesake' }], true)).toEqual(['refuse a']);
  });

  test('rejects duplicate children and kinds that are not owned', () => {
    expect(() => plan('InPlace', ['a', 'a'], [])).toThrow('Pod default/a is desired twice');
    const desired = [child(Deployment, { metadata: { name: 'a' } })];
    const none = { existing: () => [], find: () => undefined };
    expect(() => planChildren({ ...at, ...none, owned: [owned<KubernetesObject>(Pod)], desired })).toThrow(
      'memcached returned a Deployment (apps/v1), which is not listed in owns',
    );
  });

  test('rejects children in another namespace than their parent', () => {
    const elsewhere = child(Pod, { metadata: { name: 'a', namespace: 'other' } });
    expect(() => withCompositeMetadata(Pod, elsewhere, parent, at)).toThrow(
      'Memcached default/cache cannot own an object in the namespace other',
    );
  });
});

const fingerprint = (each: AnyChild) => each.metadata.annotations?.['opgen.dev/fingerprint'];

describe('a child', () => {
  const owner = memcached('cache', 1, {
    metadata: {
      labels: { team: 'shop', 'cost.example.com/center': '7', secret: 'x' },
      annotations: { note: 'n' },
    },
  });
  const inherit = { labels: ['team', 'cost.example.com/*'], annotations: ['note'] };
  const dressed = withCompositeMetadata(Pod, pod('a', 'new'), owner, { name: 'memcached', inherit });

  test('has the inherited labels and annotations, and the label and owner reference of its composite', () => {
    expect(dressed.metadata).toMatchObject({
      namespace: 'default',
      labels: { team: 'shop', 'cost.example.com/center': '7', 'opgen.dev/composite': 'memcached' },
      annotations: { note: 'n' },
      ownerReferences: [{ uid: owner.metadata.uid, controller: true }],
    });
    expect(dressed.metadata.labels).not.toHaveProperty('secret');
  });

  test('has a fingerprint that does not depend on inherited metadata', () => {
    const before = withCompositeMetadata(Pod, pod('a', 'new'), parent, at);
    expect(fingerprint(dressed)).toBe(fingerprint(before));
    expect(fingerprint(withCompositeMetadata(Pod, pod('a', 'old'), parent, at))).not.toBe(
      fingerprint(before),
    );
  });
});
