import { expect, expectTypeOf, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { createOrUpdate } from '../../src/client/create-or-update.ts';
import type { DiscoveredKind } from '../../src/client/discovered-kind.ts';
import { mergePatchFrom } from '../../src/client/patch.ts';
import type { Scale } from '../../src/kinds/autoscaling/v1.ts';
import { Deployment } from '../../src/kinds/apps/v1.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import type { DeepReadonly } from '../../src/objects/deep-readonly.ts';
import type { Apply, New } from '../../src/objects/desired.ts';
import { dynamicKind, type DynamicObject } from '../../src/objects/dynamic-kind.ts';
import { metadataOf, projectionOf } from '../../src/objects/views.ts';
import { Memcached, memcached } from './memcached.ts';

const key = { name: 'sample', namespace: 'shop' };

// The compiler is the test: `tsc` fails if an error expected below is missing.
export async function refusedByTheCompiler(client: Client, configMap: ConfigMap): Promise<void> {
  // @ts-expect-error: a Memcached has a size, not sizes
  await client.apply(Memcached, { metadata: key, spec: { sizes: 3 } });
  // @ts-expect-error: a Memcached has no data
  await client.apply(Memcached, { metadata: key, data: {} });
  // @ts-expect-error: containers are a list
  await client.apply(Deployment, { metadata: key, spec: { template: { spec: { containers: {} } } } });
  // @ts-expect-error: another version is another kind
  await client.apply(Memcached, { apiVersion: 'cache.example.com/v2', metadata: key });
  // @ts-expect-error: a status is not a spec
  await client.patchStatus(Memcached, memcached(), { size: 3 });
  // @ts-expect-error: a ConfigMap has no status
  await client.patchStatus(ConfigMap, configMap, { ready: true });
  // @ts-expect-error: these are two kinds
  mergePatchFrom<Memcached>(memcached(), configMap);
  // @ts-expect-error: the values of a ConfigMap are strings
  await createOrUpdate(client, ConfigMap, key, () => ({ metadata: {}, data: { size: 3 } }));
  // @ts-expect-error: a Memcached needs its spec
  await createOrUpdate(client, Memcached, key, () => ({ metadata: {} }));
}

test('the compiler rejects fields that the kind does not have', () => {
  expect(refusedByTheCompiler).toBeTypeOf('function');
});

test('reads return complete objects with the fields that the server sets', () => {
  const asked = {
    found: (client: Client) => client.find(Memcached, key),
    got: (client: Client) => client.get(Memcached, key),
    list: (client: Client) => client.list(Memcached),
    created: (client: Client) => client.create(Memcached, { metadata: key, spec: { size: 3 } }),
    applied: (client: Client) => client.apply(Memcached, { metadata: key }),
  };
  expectTypeOf(asked.found).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached> | undefined>();
  expectTypeOf(asked.got).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached>>();
  expectTypeOf(asked.list)
    .returns.resolves.toHaveProperty('items')
    .toEqualTypeOf<DeepReadonly<Memcached>[]>();
  expectTypeOf(asked.created).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached>>();
  expectTypeOf(asked.applied).returns.resolves.toEqualTypeOf<DeepReadonly<Memcached>>();
  expectTypeOf<Memcached['metadata']['name']>().toEqualTypeOf<string>();
  expectTypeOf<Memcached['metadata']['uid']>().toEqualTypeOf<string>();
  expectTypeOf<Memcached['metadata']['resourceVersion']>().toEqualTypeOf<string>();
  expectTypeOf<Deployment['metadata']['creationTimestamp']>().toEqualTypeOf<string>();
});

test('apply accepts partial objects at every depth', () => {
  expectTypeOf<{ metadata: { name: string } }>().toExtend<Apply<Memcached>>();
  expectTypeOf<{ spec: { template: { metadata: object } } }>().toExtend<Apply<Deployment>>();
  expectTypeOf<{ metadata: { name: string } }>().not.toExtend<New<Memcached>>();
  expectTypeOf<Apply<Memcached>>().not.toExtend<Memcached>();
});

test('the type of a result follows from the requested kind', () => {
  const Certificate = dynamicKind({
    apiVersion: 'cert-manager.io/v1',
    kind: 'Certificate',
    plural: 'certificates',
    scope: 'Namespaced',
  });
  const asked = {
    dynamic: (client: Client) => client.get(Certificate, key),
    discovered: (client: Client, kind: DiscoveredKind) => client.find(kind, key),
    metadata: (client: Client) => client.get(metadataOf(Memcached), key),
    size: (client: Client) =>
      client.get(
        projectionOf(Memcached, ({ spec: { size } }) => ({ size })),
        key,
      ),
    scale: (client: Client) => client.scale(Memcached, key, 3),
    written: (client: Client) =>
      createOrUpdate(client, Memcached, key, (current) => current ?? { metadata: {}, spec: { size: 3 } }),
  };
  expectTypeOf(asked.dynamic).returns.resolves.toEqualTypeOf<DeepReadonly<DynamicObject>>();
  expectTypeOf(asked.discovered).returns.resolves.toEqualTypeOf<DeepReadonly<DynamicObject> | undefined>();
  expectTypeOf(asked.metadata).returns.resolves.not.toHaveProperty('spec');
  expectTypeOf(asked.size).returns.resolves.not.toHaveProperty('spec');
  expectTypeOf(asked.size).returns.resolves.toHaveProperty('size').toEqualTypeOf<number>();
  expectTypeOf(asked.scale).returns.resolves.toEqualTypeOf<Scale>();
  expectTypeOf(asked.written)
    .returns.resolves.toHaveProperty('object')
    .toEqualTypeOf<DeepReadonly<Memcached>>();
  expect(Certificate).toMatchObject({ group: 'cert-manager.io', version: 'v1' });
});
