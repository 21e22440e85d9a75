import { expect, test } from 'vitest';
import { createClient } from '../../src/client/create-client.ts';
import { ConnectionError } from '../../src/transport/connection-error.ts';
import type { Transport } from '../../src/transport/transport.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { Memcached } from './memcached.ts';
import { ScriptedTransport } from './scripted-transport.ts';

const key = { name: 'sample', namespace: 'shop' };

/** Never responds; rejects when the request is aborted. */
const silent: Transport = {
  server: 'https://10.0.0.1',
  request: ({ signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  close: async () => {},
};

test('fails a request that exceeds its timeout', async () => {
  const clock = new FakeClock();
  const reading = createClient(silent, { clock }).get(Memcached, key, { timeout: 5_000 });
  const failed = expect(reading).rejects.toThrow(
    'no response from https://10.0.0.1: request timed out after 5 s',
  );
  await clock.advance(5_000);
  await failed;
  await expect(reading).rejects.toBeInstanceOf(ConnectionError);
});

test('fails an aborted request with the reason of the signal', async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const options = { timeout: 5_000, signal: stop.signal };
  const reading = createClient(silent, { clock }).get(Memcached, key, options);
  stop.abort(new Error('the manager stops'));
  await expect(reading).rejects.toThrow('the manager stops');
  expect(clock.pending).toBe(0);
});

test('leaves no timer after a response', async () => {
  const clock = new FakeClock();
  await createClient(new ScriptedTransport({}), { clock }).get(Memcached, key, { timeout: 5_000 });
  expect(clock.pending).toBe(0);
});
