import { describe, expect, test } from 'vitest';
import { defineKind } from '../../src/objects/kind.ts';
import type { CustomResource, KubernetesObject } from '../../src/objects/object.ts';
import { conversionHandler } from '../../src/webhook/conversion.ts';
import type { ConversionResponse, Convertible } from '../../src/webhook/conversion-review.ts';
import { Conversions } from '../../src/webhook/conversions.ts';
import type { Converter } from '../../src/webhook/converter.ts';
import { Memcached, memcached, Pool } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

interface MemcachedV2 extends CustomResource<{ pool: { replicas: number } }> {
  apiVersion: 'cache.example.com/v2';
  kind: 'Memcached';
}
const MemcachedV2 = defineKind<MemcachedV2>({
  apiVersion: 'cache.example.com/v2',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
interface MemcachedV3 extends CustomResource<{ nodes: string[] }> {
  apiVersion: 'cache.example.com/v3';
  kind: 'Memcached';
}
const MemcachedV3 = defineKind<MemcachedV3>({
  apiVersion: 'cache.example.com/v3',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

const v2: Converter<Memcached, MemcachedV2> = {
  toHub: ({ spec }) => ({ spec: { size: spec.pool.replicas } }),
  fromHub: ({ spec }) => ({ spec: { pool: { replicas: spec.size } } }),
};
const v3: Converter<Memcached, MemcachedV3> = {
  toHub: ({ spec }) => ({ spec: { size: spec.nodes.length } }),
  fromHub: ({ spec }) => ({
    spec: { nodes: Array.from({ length: spec.size }, (_, index) => `node-${index}`) },
  }),
};

function conversions(spoke: Converter<Memcached, MemcachedV2> = v2): Conversions {
  const all = new Conversions();
  all.add(Memcached, MemcachedV2, spoke);
  all.add(Memcached, MemcachedV3, v3);
  return all;
}

const { metadata } = memcached('a', 7, {
  metadata: { labels: { tier: 'gold' }, finalizers: ['example.com/f'] },
});
const inV1 = memcached('a', 7, { size: 2, metadata });
const inV2: MemcachedV2 = {
  apiVersion: 'cache.example.com/v2',
  kind: 'Memcached',
  metadata,
  spec: { pool: { replicas: 2 } },
};
const inV3: MemcachedV3 = {
  apiVersion: 'cache.example.com/v3',
  kind: 'Memcached',
  metadata,
  spec: { nodes: ['node-0', 'node-1'] },
};

test.each<[string, KubernetesObject, KubernetesObject]>([
  ['the hub to a spoke', inV1, inV2],
  ['a spoke to the hub', inV2, inV1],
  ['a spoke to another through the hub', inV2, inV3],
  ['an object to its own version', inV2, inV2],
])('converts %s', (_, from, to) => {
  expect(conversions().convert(from, to.apiVersion)).toEqual(to);
});

const toV2 = (converter: Partial<Converter<Memcached, MemcachedV2>>): Convertible =>
  conversions({ ...v2, ...converter }).convert(inV1, 'cache.example.com/v2');

describe('metadata', () => {
  test('may gain annotations without affecting the labels', () => {
    const converted = toV2({
      fromHub: () => ({ spec: { pool: { replicas: 1 } }, metadata: { annotations: { was: 'big' } } }),
    });
    expect(converted.metadata).toEqual({ ...metadata, annotations: { was: 'big' } });
  });

  test('is restored where a converter must not change it', () => {
    const converted = toV2({
      fromHub: (hub) => {
        Object.assign(hub.metadata, { name: 'b', uid: 'other', finalizers: [] });
        return { metadata: hub.metadata, spec: { pool: { replicas: 1 } } };
      },
    });
    expect(converted).toEqual({ ...inV2, spec: { pool: { replicas: 1 } } });
    expect(inV1.metadata.name).toBe('a');
  });

  test.each<[string, unknown, string]>([
    ['a missing result', undefined, 'returned no object'],
    ['a promise', Promise.resolve({ spec: {} }), 'returned a promise'],
    ['a label that is not a string', { spec: {}, metadata: { labels: { size: 3 } } }, 'metadata.labels.size'],
  ])('rejects %s with a clear message', (_, result, message) => {
    const fromHub = (() => result) as unknown as (typeof v2)['fromHub'];
    expect(() => toV2({ fromHub })).toThrow(message);
  });
});

describe('a partial object, as converted during a server-side apply', () => {
  const { apiVersion, kind } = inV2;

  test.each<[string, object, object]>([
    ['nothing', {}, { metadata: {} }],
    ['its labels', { metadata: { labels: { a: 'b' } } }, { metadata: { labels: { a: 'b' } } }],
    ['its spec', { spec: { pool: { replicas: 2 } } }, { metadata: {}, spec: { size: 2 } }],
  ])('may contain %s', (_, content, converted) => {
    const part = { apiVersion, kind, ...content };
    expect(conversions().convert(part, 'cache.example.com/v1')).toEqual({
      ...converted,
      apiVersion: 'cache.example.com/v1',
      kind,
    });
  });

  test('adds an explanation if the converter needs a missing field', () => {
    const part = { apiVersion, kind, status: { ready: true } } as Convertible;
    expect(() => conversions().convert(part, 'cache.example.com/v1')).toThrow(
      /reading 'pool'.*; server-side apply also converts parts of a Memcached/,
    );
  });
});

describe('rejects', () => {
  test.each<[string, KubernetesObject, string, string]>([
    [
      'with an unknown target version',
      inV1,
      'cache.example.com/v9',
      'no version v9; known versions: v1, v2, v3',
    ],
    [
      'with an unknown source version',
      { ...inV1, apiVersion: 'cache.example.com/v9' },
      'cache.example.com/v1',
      'no version v9',
    ],
    ['with a target in another group', inV1, 'other.example.com/v2', 'the group would change'],
    [
      'of a kind without conversions',
      { ...inV1, kind: 'Pool' },
      'cache.example.com/v2',
      'Pool of cache.example.com has no conversion',
    ],
  ])('an object %s', (_, object, desired, message) => {
    expect(() => conversions().convert(object, desired)).toThrow(message);
  });

  test.each<[string, () => unknown, string]>([
    ['a kind with two hubs', () => conversions().open(MemcachedV2), 'has two hub versions'],
    [
      'a version of another kind',
      () => conversions().add(Memcached, Pool as never, v2 as never),
      'Pool (cache.example.com/v1) is not a version',
    ],
    [
      'a duplicate version',
      () => conversions().add(Memcached, MemcachedV2, v2),
      'already has a conversion for cache.example.com/v2',
    ],
    [
      'the hub itself',
      () => conversions().add(Memcached, Memcached, {} as never),
      'already has a conversion for cache.example.com/v1',
    ],
  ])('%s', (_, register, message) => {
    expect(register).toThrow(message);
  });
});

const answer = async (objects: object[], desiredAPIVersion: string): Promise<ConversionResponse> => {
  const request = { uid: 'review-1', desiredAPIVersion, objects };
  const review = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request };
  const { signal } = new AbortController();
  const reply = await conversionHandler(conversions(), new RecordingLogger())(JSON.stringify(review), signal);
  return (reply as { response: ConversionResponse }).response;
};

describe('a review', () => {
  test('returns the objects in the order of the request', async () => {
    const sizes = [3, 1, 2];
    const { convertedObjects, result } = await answer(
      sizes.map((size) => memcached(`size-${size}`, 1, { size })),
      'cache.example.com/v2',
    );
    expect(result).toEqual({ status: 'Success' });
    expect(convertedObjects).toMatchObject(sizes.map((replicas) => ({ spec: { pool: { replicas } } })));
  });

  test('converts the items of a list', async () => {
    const list = { apiVersion: 'cache.example.com/v1', kind: 'MemcachedList', metadata: {}, items: [inV1] };
    const { convertedObjects } = await answer([list], 'cache.example.com/v2');
    expect(convertedObjects).toEqual([{ ...list, apiVersion: 'cache.example.com/v2', items: [inV2] }]);
  });

  test('fails as a whole, and names the object', async () => {
    const response = await answer([inV1, { ...inV1, kind: 'Pool' }], 'cache.example.com/v2');
    expect(response).toEqual({
      uid: 'review-1',
      convertedObjects: [],
      result: {
        status: 'Failure',
        message: 'Pool default/a (cache.example.com/v1): Pool of cache.example.com has no conversion',
      },
    });
  });
});
