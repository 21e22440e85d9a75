import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { withFinalizer } from '../../src/client/with-finalizer.ts';
import { memcached, Memcached } from './memcached.ts';

const finalizer = 'cache.example.com/backups';

/** Returns the calls of hooks and the patch operations, in order. */
async function run(
  object: Memcached,
  cleanUpAnswers?: string,
): Promise<{ calls: string[]; answer: unknown }> {
  const calls: string[] = [];
  const client = {
    patch: async (_: unknown, __: unknown, { body }: { body: readonly { op: string }[] }) => {
      calls.push(body.at(-1)?.op ?? '');
      return memcached({ finalizers: [finalizer] });
    },
  } as unknown as Pick<Client, 'patch'>;
  const answer = await withFinalizer(client, Memcached, object, finalizer, {
    apply: async ({ metadata }) => {
      calls.push(`apply with ${metadata.finalizers}`);
      return 'applied';
    },
    cleanUp: async () => {
      calls.push('clean up');
      return cleanUpAnswers;
    },
  });
  return { calls, answer };
}

test('adds the finalizer before calling apply', async () => {
  expect(await run(memcached())).toEqual({ calls: ['add', `apply with ${finalizer}`], answer: 'applied' });
});

test('sends no patch if the object has the finalizer', async () => {
  expect(await run(memcached({ finalizers: [finalizer] }))).toEqual({
    calls: [`apply with ${finalizer}`],
    answer: 'applied',
  });
});

test('removes the finalizer of a deleted object after cleanUp is done', async () => {
  const deleted = memcached({ finalizers: [finalizer], deleted: true });
  expect(await run(deleted)).toEqual({ calls: ['clean up', 'remove'], answer: undefined });
  expect(await run(deleted, 'later')).toEqual({ calls: ['clean up'], answer: 'later' });
});

test('ignores a deleted object that only has other finalizers', async () => {
  const deleted = memcached({ finalizers: ['example.com/other'], deleted: true });
  expect(await run(deleted)).toEqual({ calls: [], answer: undefined });
});
