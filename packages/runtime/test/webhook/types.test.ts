/** Code that must not compile: tsc fails if one of the expected errors is missing. */
import { expect, test } from 'vitest';
import { Manager } from '../../src/manager/manager.ts';
import { defineKind } from '../../src/objects/kind.ts';
import type { CustomResource } from '../../src/objects/object.ts';
import type { Converted, Converter } from '../../src/webhook/converter.ts';
import type { Defaulter } from '../../src/webhook/defaulter.ts';
import type { Validator } from '../../src/webhook/validator.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { Memcached, Pool } from '../support/objects.ts';

interface MemcachedV2 extends CustomResource<{ replicas: number }> {
  apiVersion: 'cache.example.com/v2';
  kind: 'Memcached';
}
const MemcachedV2 = defineKind<MemcachedV2>({
  apiVersion: 'cache.example.com/v2',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});

const ofPools: Validator<Pool> & Defaulter<Pool> = {
  validateCreate: ({ spec }) => void spec.owner,
  default: (pool) => void (pool.spec = { ...pool.spec, owner: 'nobody' }),
};
const ofMemcacheds: Validator<Memcached> = {
  // @ts-expect-error a Memcached has no owner
  validateCreate: ({ spec }) => void spec.owner,
  // @ts-expect-error the parameters are the old object, the new object and the context
  validateUpdate: (old, memcached, context, more) => void [old, memcached, context, more],
};
const v2: Converter<Memcached, MemcachedV2> = {
  toHub: ({ spec }) => ({ spec: { size: spec.replicas } }),
  fromHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
};

test('a webhook accepts only handlers for its own kind', () => {
  const manager = new Manager({ log: new RecordingLogger() });
  manager.webhook(Pool).defaultWith(ofPools).validateWith(ofPools);
  // @ts-expect-error it validates Pools
  manager.webhook(Memcached).validateWith(ofPools);
  // @ts-expect-error it sets defaults of Pools
  manager.webhook(Memcached).defaultWith(ofPools);
  manager.conversion(Memcached).spoke(MemcachedV2, v2);
  // @ts-expect-error it converts Memcacheds
  expect(() => manager.conversion(Pool).spoke(MemcachedV2, v2)).toThrow('is not a version of Pool');
  expect(ofMemcacheds).toBeDefined();
});

test('a converter returns the whole object and cannot change its identity', () => {
  // @ts-expect-error the spec is missing
  const nothing: Converted<Memcached> = {};
  // @ts-expect-error a converter cannot rename the object
  const renamed: Converted<Memcached> = { spec: { size: 1 }, metadata: { name: 'b' } };
  // @ts-expect-error size must be a number
  const text: Converted<Memcached> = { spec: { size: '1' } };
  const later: Converter<Memcached, MemcachedV2> = {
    ...v2,
    // @ts-expect-error a conversion must be synchronous
    toHub: async ({ spec }) => ({ spec: { size: spec.replicas } }),
  };
  expect([nothing, renamed, text, later]).toHaveLength(4);
});
