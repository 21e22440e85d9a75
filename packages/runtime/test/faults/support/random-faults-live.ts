import { chaosTransport, type ChaosOptions, eventually } from '@opgen/testing';
import { expect } from 'vitest';
import type { Transport } from '../../../src/entry-points/transport.ts';
import { type Client, mergePatch } from '../../../src/index.ts';
import { ConfigMap } from '../../../src/kinds/core/v1.ts';
import { RecordingLogger } from '../../support/recording-logger.ts';
import { StatusObserver, ticketsTooMany, whatIsWrong } from './status-observer.ts';
import { memcachedOperator, World } from './memcached-operator.ts';
import { Memcached } from './memcached.ts';

const namespace = 'default';
const poll = { timeout: 90_000, interval: 50 };

/** Runs an operator twice in a storm, in real time, on any server, and cleans up afterwards. */
export async function liveStorm(
  { client, transport }: { client: Client; transport: Transport },
  options: ChaosOptions,
): Promise<void> {
  const world = new World();
  const observer = new StatusObserver(client);
  let stale = 0;
  for (const size of [3, 1]) {
    const chaos = chaosTransport(transport, options);
    const log = new RecordingLogger();
    const stop = new AbortController();
    const run = memcachedOperator({ transport: chaos, world, log, concurrency: 4 }).start(stop.signal);
    await resizeAll(client, size);
    await resizeAll(client, size + 1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    chaos.calm();
    await eventually(async () => expect(await whatIsWrong(client, world)).toEqual([]), poll);
    stale += chaos.happened.stale;
    stop.abort();
    await run;
  }
  expect(world.overlaps).toEqual([]);
  expect(observer.doubled).toEqual([]);
  expect(await ticketsTooMany(client)).toBeLessThanOrEqual(stale);
  await observer.stop();
  await removeAll(client, transport, world);
}

const names = Array.from({ length: 10 }, (_, index) => `lemon-tree${index}`);

async function resizeAll(client: Client, size: number): Promise<void> {
  for (const name of names) {
    const key = { name, namespace };
    const found = await client.find(Memcached, key);
    if (found) await client.patch(Memcached, key, mergePatch({ spec: { size } }));
    else await client.create(Memcached, { metadata: key, spec: { size } });
  }
}

/** An operator without faults cleans up. */
async function removeAll(client: Client, transport: Transport, world: World): Promise<void> {
  const stop = new AbortController();
  const run = memcachedOperator({ transport, world, log: new RecordingLogger() }).start(stop.signal);
  for (const name of names) await client.delete(Memcached, { name, namespace });
  await eventually(async () => expect((await client.list(Memcached)).items).toEqual([]), poll);
  expect(world.buckets.size).toBe(0);
  stop.abort();
  await run;
  await client.deleteCollection(ConfigMap, { namespace });
}
