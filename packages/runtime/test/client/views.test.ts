import { describe, expect, expectTypeOf, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { mergePatch } from '../../src/client/patch.ts';
import type { ObjectMeta } from '../../src/objects/metadata.ts';
import { metadataOf, projectionOf } from '../../src/objects/views.ts';
import { Memcached, memcached } from './memcached.ts';
import { ScriptedTransport } from './scripted-transport.ts';

const key = { name: 'sample', namespace: 'shop' };
const partial = {
  apiVersion: 'meta.k8s.io/v1',
  kind: 'PartialObjectMetadata',
  metadata: memcached().metadata,
};

describe('metadata only', () => {
  const Metadata = metadataOf(Memcached);

  test('requests PartialObjectMetadata from the server', async () => {
    const transport = new ScriptedTransport({ body: partial }, { body: { items: [partial] } });
    const client = createClient(transport);
    const found = await client.get(Metadata, key);
    const { items } = await client.list(Metadata);
    expect(transport.requests.map(({ headers }) => headers?.['accept'])).toEqual([
      'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json',
      'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json',
    ]);
    const { apiVersion, kind, metadata } = memcached();
    expect(items).toEqual([{ apiVersion, kind, metadata }]);
    expect(found).toEqual(items[0]);
    expectTypeOf(found.metadata).toEqualTypeOf<ObjectMeta>();
    expectTypeOf(found.kind).toEqualTypeOf<'Memcached'>();
    // @ts-expect-error there is no spec
    expect(found.spec).toBeUndefined();
  });

  test('watches PartialObjectMetadata', async () => {
    const event = JSON.stringify({ type: 'ADDED', object: partial });
    const bookmark = JSON.stringify({
      type: 'BOOKMARK',
      object: { ...partial, metadata: { resourceVersion: '9' } },
    });
    const transport = new ScriptedTransport({ pieces: [`${event}\n${bookmark}\n`] });
    const events = [];
    for await (const { type, object } of createClient(transport).watch(Metadata)) {
      events.push([type, object.kind, object.metadata.resourceVersion]);
    }
    expect(events[0]).toEqual(['ADDED', 'Memcached', '7']);
    expect(events[1]?.[2]).toBe('9');
    expect(transport.only.headers?.['accept']).toContain('as=PartialObjectMetadata;');
  });

  test('can be patched but not updated, which would remove the other fields', async () => {
    const transport = new ScriptedTransport({ body: partial });
    const client = createClient(transport);
    const patch = mergePatch({ metadata: { labels: { tier: 'gold' } } });
    expect(await client.patch(Metadata, key, patch)).toMatchObject({ kind: 'Memcached' });
    const { apiVersion, kind, metadata } = memcached();
    await expect(client.update(Metadata, { apiVersion, kind, metadata })).rejects.toThrow(
      'cannot write Memcached as metadata or a projection: use patch or apply, or write with the full kind',
    );
    expect(transport.requests).toHaveLength(1);
  });
});

describe('a projection', () => {
  const Sized = projectionOf(Memcached, ({ spec }) => ({ size: spec.size }));

  test('contains the result of its function and the metadata', async () => {
    const found = await createClient(new ScriptedTransport({ body: memcached() })).get(Sized, key);
    const { apiVersion, kind, metadata } = memcached();
    expect(found).toEqual({ apiVersion, kind, metadata, size: 3 });
    expectTypeOf(found.size).toEqualTypeOf<number>();
    // @ts-expect-error the function did not keep the spec
    expect(found.spec).toBeUndefined();
  });

  test('can reduce the metadata', async () => {
    const Slim = projectionOf(Memcached, ({ metadata }) => ({ metadata: { ...metadata, annotations: {} } }));
    const body = memcached();
    body.metadata.annotations = { 'example.com/large': 'x'.repeat(100) };
    const found = await createClient(new ScriptedTransport({ body })).get(Slim, key);
    expect(found.metadata).toEqual({ ...memcached().metadata, annotations: {} });
  });
});
