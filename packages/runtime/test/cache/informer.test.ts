import { afterEach, expect, test } from 'vitest';
import { Informer } from '../../src/cache/informer.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { Memcached, memcached } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { ScriptedServer } from '../support/scripted-server.ts';

const count = 100;
let informer: Informer<Memcached> | undefined;
afterEach(() => informer?.stop());

/** An informer on a slow machine: every clock read takes a millisecond. */
function slowInformer(server: ScriptedServer): Informer<Memcached> {
  let time = 0;
  const clock: Clock = { ...systemClock, monotonic: () => (time += 1) };
  const log = new RecordingLogger();
  return new Informer(Memcached, {
    client: server.client,
    clock,
    random: () => 0,
    log,
    freeze: true,
    namespaces: undefined,
  });
}

test('yields to the event loop while it processes many objects and changes', async () => {
  const server = new ScriptedServer();
  informer = slowInformer(server);
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    if (heard < 2 * count) setImmediate(turn);
  };
  let heard = 0;
  const turnsAt: number[] = [];
  informer.onChange(() => {
    heard += 1;
    turnsAt.push(turns);
  });
  setImmediate(turn);
  informer.start();
  await new Promise((resolve) => setImmediate(resolve));
  for (let index = 0; index < count; index += 1)
    server.watch.send('ADDED', memcached(`m${index}`, index + 1));
  server.watch.bookmark(count, { endsInitialEvents: true });
  for (let index = 0; index < count; index += 1) {
    server.watch.send('MODIFIED', memcached(`m${index}`, count + index + 1));
  }
  await expect.poll(() => heard).toBe(2 * count);

  expect(informer.isSynced).toBe(true);
  expect(new Set(turnsAt).size).toBeGreaterThanOrEqual((2 * count) / 20);
});
