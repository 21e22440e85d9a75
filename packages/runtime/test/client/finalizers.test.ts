import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { InvalidError } from '../../src/client/errors.ts';
import { ensureFinalizer, releaseFinalizer } from '../../src/client/finalizers.ts';
import { Memcached, memcached } from './memcached.ts';
import { failure, ScriptedTransport } from './scripted-transport.ts';

const ours = 'cache.example.com/finalizer';
const theirs = 'example.com/other';
const sameObject = { op: 'test', path: '/metadata/uid', value: 'u-1' };

describe('ensureFinalizer', () => {
  it.each([
    ['has it', memcached({ finalizers: [ours] })],
    ['is being deleted', memcached({ deleted: true })],
  ])('sends no request when the object %s', async (_when, object) => {
    const transport = new ScriptedTransport();
    expect(await ensureFinalizer(createClient(transport), Memcached, object, ours)).toBe(object);
    expect(transport.requests).toEqual([]);
  });

  it.each([
    ['the first', undefined, null, { path: '/metadata/finalizers', value: [ours] }],
    ['another', [theirs], [theirs], { path: '/metadata/finalizers/-', value: ours }],
  ])('adds %s finalizer and tests that the others are unchanged', async (_which, finalizers, seen, added) => {
    const transport = new ScriptedTransport({ body: memcached({ finalizers: [ours] }) });
    const object = memcached(finalizers && { finalizers });
    await ensureFinalizer(createClient(transport), Memcached, object, ours);
    expect(transport.only.json).toEqual([
      sameObject,
      { op: 'test', path: '/metadata/finalizers', value: seen },
      { op: 'add', ...added },
    ]);
  });
});

describe('releaseFinalizer', () => {
  const object = memcached({ finalizers: [theirs, ours], deleted: true });

  it('removes only its own finalizer', async () => {
    const transport = new ScriptedTransport({ body: object });
    await releaseFinalizer(createClient(transport), Memcached, object, ours);
    expect(transport.only.json).toEqual([
      sameObject,
      { op: 'test', path: '/metadata/finalizers/1', value: ours },
      { op: 'remove', path: '/metadata/finalizers/1' },
    ]);
  });

  it('sends no request when the object does not have it', async () => {
    const transport = new ScriptedTransport();
    await releaseFinalizer(createClient(transport), Memcached, memcached(), ours);
    expect(transport.requests).toEqual([]);
  });

  it('succeeds if the object does not exist', async () => {
    const client = createClient(new ScriptedTransport(failure(404, 'NotFound', 'gone')));
    await releaseFinalizer(client, Memcached, object, ours);
  });

  it('fails if another writer moved the finalizer, so that the reconcile is retried', async () => {
    const client = createClient(new ScriptedTransport(failure(422, 'Invalid', 'the test operation failed')));
    await expect(releaseFinalizer(client, Memcached, object, ours)).rejects.toBeInstanceOf(InvalidError);
  });
});
