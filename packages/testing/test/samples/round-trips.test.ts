import type { Converted, Converter } from '@opgen/runtime';
import { roundTrips } from '@opgen/testing';
import { expect, test } from 'vitest';
import { crd, Memcached, MemcachedV2 } from './memcached.ts';

class MemcachedV2Converter implements Converter<Memcached, MemcachedV2> {
  toHub({ spec: { replicas, ...shared }, status }: MemcachedV2): Converted<Memcached> {
    return { spec: { ...shared, size: replicas }, ...(status !== undefined && { status }) };
  }

  fromHub({ spec: { size, ...shared }, status }: Memcached): Converted<MemcachedV2> {
    return { spec: { ...shared, replicas: size }, ...(status !== undefined && { status }) };
  }
}

const versions = { hub: Memcached, spoke: MemcachedV2, crds: crd };

test('a converter that keeps all fields passes', async () => {
  await expect(roundTrips(new MemcachedV2Converter(), versions)).resolves.toBeUndefined();
});

test('a lost field is named, with the smallest object that fails', async () => {
  class Forgetful extends MemcachedV2Converter {
    override fromHub(hub: Memcached): Converted<MemcachedV2> {
      const { spec, ...others } = super.fromHub(hub);
      const { ports, ...kept } = spec;
      return { ...others, spec: { ...kept, ...(ports !== undefined && ports.length < 2 && { ports }) } };
    }
  }
  const error = await roundTrips(new Forgetful(), versions).catch((reason: unknown) => reason);
  expect(String(error)).toMatchInlineSnapshot(`
    "Error: v1 → v2 → v1 loses spec.ports of Memcached
      before: [{"name":"","port":1038},{"name":"a","port":1024}], after: missing
    the smallest object that fails, in v1:
      {
        "apiVersion": "cache.example.com/v1",
        "spec": {
          "ports": [
            {
              "name": "",
              "port": 1038
            },
            {
              "name": "a",
              "port": 1024
            }
          ],
          "size": 1,
          "mode": "Cache"
        }
      }
    in v2:
      {
        "apiVersion": "cache.example.com/v2",
        "spec": {
          "mode": "Cache",
          "replicas": 1
        }
      }"
  `);
});

test('a field without a schema is pruned as the API server does', async () => {
  class Copying implements Converter<Memcached, MemcachedV2> {
    toHub({ spec, status }: MemcachedV2): Converted<Memcached> {
      return { spec: spec as unknown as Memcached['spec'], ...(status && { status }) };
    }
    fromHub({ spec, status }: Memcached): Converted<MemcachedV2> {
      return { spec: spec as unknown as MemcachedV2['spec'], ...(status && { status }) };
    }
  }
  await expect(roundTrips(new Copying(), versions)).rejects.toThrow(
    'v1 → v2 → v1 loses spec.size of Memcached\n  before: 1, after: missing',
  );
});

test('dropped labels are a loss, added annotations are not', async () => {
  class Annotating extends MemcachedV2Converter {
    override fromHub(hub: Memcached): Converted<MemcachedV2> {
      return {
        ...super.fromHub(hub),
        metadata: { annotations: { ...hub.metadata.annotations, from: 'v1' } },
      };
    }
  }
  class Stripping extends MemcachedV2Converter {
    override fromHub(hub: Memcached): Converted<MemcachedV2> {
      return { ...super.fromHub(hub), metadata: { labels: {} } };
    }
  }
  await expect(roundTrips(new Annotating(), versions)).resolves.toBeUndefined();
  await expect(roundTrips(new Stripping(), versions)).rejects.toThrow('loses metadata.labels.app');
});
