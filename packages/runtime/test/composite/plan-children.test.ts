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
  /** Whoever made it. */
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

/** What is to be done, in words: `apply a`, `wait b`. */
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

describe('what is to be done about children', () => {
  test.each<[string, UpdateStrategy, string[], Existing[], string[]]>([
    ['what is missing is made', 'InPlace', ['a', 'b'], [], ['apply a', 'apply b']],
    [
      'what is as desired is applied, lest somebody changed it',
      'Recreate',
      ['a'],
      [{ name: 'a' }],
      ['apply a'],
    ],
    ['what is outdated is changed', 'InPlace', ['a'], [{ name: 'a', image: 'old' }], ['apply a']],
    ['what is outdated is made anew', 'Recreate', ['a'], [{ name: 'a', image: 'old' }], ['recreate a']],
    ['what is outdated stays', 'OnDelete', ['a'], [{ name: 'a', image: 'old' }], ['wait a']],
    ['what is not desired goes', 'OnDelete', [], [{ name: 'a' }], ['prune a']],
    [
      'what is going is let go',
      'InPlace',
      ['a'],
      [
        { name: 'a', going: true },
        { name: 'b', going: true },
      ],
      ['wait a'],
    ],
    [
      'one is made anew after the other',
      'RollingRecreate',
      ['a', 'b', 'c'],
      [{ name: 'a', image: 'old' }, { name: 'b', image: 'old' }, { name: 'c' }],
      ['recreate a', 'wait b', 'apply c'],
    ],
    [
      'one is changed after the other',
      'RollingInPlace',
      ['a', 'b'],
      [
        { name: 'a', image: 'old' },
        { name: 'b', image: 'old' },
      ],
      ['apply a', 'wait b'],
    ],
    [
      'one that is not well comes first',
      'RollingRecreate',
      ['a', 'b'],
      [
        { name: 'a', image: 'old' },
        { name: 'b', image: 'old', ready: false },
      ],
      ['wait a', 'recreate b'],
    ],
    [
      'nobody has a turn while an updated one is not well',
      'RollingRecreate',
      ['a', 'b'],
      [
        { name: 'a', ready: false },
        { name: 'b', image: 'old' },
      ],
      ['apply a', 'wait b'],
    ],
    [
      'nobody has a turn while one is on its way',
      'RollingRecreate',
      ['a', 'b', 'c'],
      [
        { name: 'a', going: true },
        { name: 'b', image: 'old' },
      ],
      ['wait a', 'wait b', 'apply c'],
    ],
    [
      'what has to go does not wait for its turn',
      'RollingRecreate',
      ['a'],
      [{ name: 'a', ready: false }, { name: 'b' }],
      ['apply a', 'prune b'],
    ],
    ['what nobody controls is refused', 'InPlace', ['a'], [{ name: 'a', by: 'nobody' }], ['refuse a']],
    ['what a namesake left is refused', 'InPlace', ['a'], [{ name: 'a', by: 'a namesake' }], ['refuse a']],
    [
      'what a namesake gave up is taken',
      'InPlace',
      ['a'],
      [{ name: 'a', by: 'an orphaned namesake' }],
      ['apply a'],
    ],
    [
      'what another composite made is not deleted',
      'InPlace',
      [],
      [{ name: 'a', by: 'another composite' }],
      [],
    ],
    ['what is nobody’s is not deleted', 'InPlace', [], [{ name: 'a', by: 'nobody' }], []],
  ])('%s (%s)', (_, update, wanted, found, expected) => {
    expect(plan(update, wanted, found)).toEqual(expected);
  });

  test('what nobody controls is taken over where that is wanted', () => {
    expect(plan('InPlace', ['a'], [{ name: 'a', by: 'nobody' }], true)).toEqual(['apply a']);
    expect(plan('InPlace', ['a'], [{ name: 'a', by: 'a namesake' }], true)).toEqual(['refuse a']);
  });

  test('makes no sense of what is desired twice, or of a kind that is not owned', () => {
    expect(() => plan('InPlace', ['a', 'a'], [])).toThrow('Pod default/a is desired twice');
    const desired = [child(Deployment, { metadata: { name: 'a' } })];
    const none = { existing: () => [], find: () => undefined };
    expect(() => planChildren({ ...at, ...none, owned: [owned<KubernetesObject>(Pod)], desired })).toThrow(
      'memcached desires a Deployment (apps/v1), which is not listed in owns',
    );
  });

  test('refuses children in another namespace than that of their parent', () => {
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

  test('gets the labels and annotations that it inherits, and the marks of its composite', () => {
    expect(dressed.metadata).toMatchObject({
      namespace: 'default',
      labels: { team: 'shop', 'cost.example.com/center': '7', 'opgen.dev/composite': 'memcached' },
      annotations: { note: 'n' },
      ownerReferences: [{ uid: owner.metadata.uid, controller: true }],
    });
    expect(dressed.metadata.labels).not.toHaveProperty('secret');
  });

  test('is not outdated because of what it inherits', () => {
    const before = withCompositeMetadata(Pod, pod('a', 'new'), parent, at);
    expect(fingerprint(dressed)).toBe(fingerprint(before));
    expect(fingerprint(withCompositeMetadata(Pod, pod('a', 'old'), parent, at))).not.toBe(
      fingerprint(before),
    );
  });
});
