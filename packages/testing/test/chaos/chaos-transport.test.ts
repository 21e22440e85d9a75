import {
  ConflictError,
  ConnectionError,
  createClient,
  ExpiredError,
  mergePatch,
  type Client,
  TooManyRequestsError,
} from '@opgen/runtime';
import { SelfSubjectAccessReview } from '@opgen/runtime/kinds/authorization/v1';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ChaosOptions, type ChaosTransport, chaosTransport } from '../../src/chaos/chaos-transport.ts';
import type { Fault } from '../../src/chaos/fault.ts';
import { startCluster, type TestCluster } from '../../src/cluster.ts';

const settings = { name: 'settings', namespace: 'default' };
let cluster: TestCluster;
let chaos: ChaosTransport;
let client: Client;

beforeEach(async () => {
  cluster = await startCluster();
  await cluster.client.create(ConfigMap, { metadata: settings, data: { writes: '0' } });
});

afterEach(() => cluster.stop());

function storm(faults: ChaosOptions['faults'], more: ChaosOptions = {}): void {
  chaos = chaosTransport(cluster.transport, { ...more, ...(faults && { faults }) });
  client = createClient(chaos);
}

const write = (value: string): Promise<unknown> =>
  client.patch(ConfigMap, settings, mergePatch({ data: { writes: value } }));
const stored = async (): Promise<unknown> => (await cluster.client.get(ConfigMap, settings)).data?.['writes'];

test.each<{ fault: Fault; error: unknown; leaves: string }>([
  { fault: 'conflict', error: ConflictError, leaves: '0' },
  { fault: 'throttled', error: TooManyRequestsError, leaves: '0' },
  { fault: 'serverError', error: /etcdserver|unable to handle|did not complete/, leaves: '0' },
  { fault: 'refused', error: ConnectionError, leaves: '0' },
  { fault: 'lostAnswer', error: ConnectionError, leaves: '1' },
])('$fault: a write fails, and leaves $leaves behind', async ({ fault, error, leaves }) => {
  storm({ [fault]: 1 });

  await expect(write('1')).rejects.toThrow(error as typeof ConflictError);
  expect(await stored()).toBe(leaves);
  expect(chaos.happened[fault]).toBe(1);
  expect(chaos.writes).toBe(Number(leaves));
});

test('a throttled client gets the Retry-After', async () => {
  storm({ throttled: 1 }, { retryAfterSeconds: 3 });

  await expect(write('1')).rejects.toMatchObject({ retryAfterSeconds: 3 });
});

test('reads get no faults where only writes are selected', async () => {
  storm({ refused: 1 }, { only: ({ method }) => method !== 'GET' });

  expect((await client.get(ConfigMap, settings)).data).toEqual({ writes: '0' });
  await expect(write('1')).rejects.toThrow(ConnectionError);
});

test('stale: a read gets an earlier response', async () => {
  storm({ stale: 1 });
  await client.get(ConfigMap, settings);
  await write('1');

  expect((await client.get(ConfigMap, settings)).data).toEqual({ writes: '0' });
  chaos.calm();
  expect((await client.get(ConfigMap, settings)).data).toEqual({ writes: '1' });
});

test('slow: an aborted request does not reach the server', async () => {
  storm({ slow: 1 }, { latency: 10_000, seed: 3 });
  const patience = AbortSignal.timeout(20);

  const patch = mergePatch({ data: { writes: '1' } });
  await expect(client.patch(ConfigMap, settings, patch, { signal: patience })).rejects.toThrow(
    'aborted due to timeout',
  );
  expect(await stored()).toBe('0');
});

/** Everything that a watch sends until it ends. */
async function watched(): Promise<string[]> {
  const seen: string[] = [];
  for await (const { type } of client.watch(ConfigMap, { namespace: 'default' })) seen.push(type);
  return seen;
}

test.each<{ fault: Fault; error: unknown }>([
  { fault: 'watchReset', error: ConnectionError },
  { fault: 'watchExpired', error: ExpiredError },
])('$fault: a watch fails', async ({ fault, error }) => {
  storm({ [fault]: 1 });

  await expect(watched()).rejects.toThrow(error as typeof ExpiredError);
});

test('watchEnded: a watch ends and loses the events that were on their way', async () => {
  storm({ watchEnded: 1 });

  expect(await watched()).toEqual([]);
});

test('watchDelayed: events are late, complete and in order', async () => {
  storm({ watchDelayed: 1 });
  const seen: (string | undefined)[] = [];
  for await (const { object } of client.watch(ConfigMap, { namespace: 'default' })) {
    seen.push(object.data?.['writes']);
    if (seen.length === 5) break;
    await write(String(seen.length));
  }

  expect(seen).toEqual(['0', '1', '2', '3', '4']);
  expect(chaos.happened.watchDelayed).toBe(5);
});

test('watchStalled: a watch sends nothing until calm()', async () => {
  storm({ watchStalled: 1 });
  const seen = watched().then(
    () => 'ended',
    (error: unknown) => error,
  );
  const early = new Promise((resolve) => setTimeout(resolve, 50, 'silent'));

  expect(await Promise.race([seen, early])).toBe('silent');
  chaos.calm();
  expect(await seen).toBeInstanceOf(ConnectionError);
});

test('watchIdleCut: an idle watch breaks', async () => {
  storm({ watchIdleCut: 1 }, { idleLimit: 1 });

  await expect(watched()).rejects.toThrow(ConnectionError);
  expect(chaos.happened.watchIdleCut).toBe(1);
});

test('after a crash at the n-th write, that write is done and every later request fails', async () => {
  storm({});
  const crashed = chaos.crashAfterWrites(2);
  await write('1');
  await expect(write('2')).rejects.toThrow('the operator has crashed');
  await crashed;

  await expect(write('3')).rejects.toThrow('the operator has crashed');
  await expect(client.get(ConfigMap, settings)).rejects.toThrow('the operator has crashed');
  expect(await stored()).toBe('2');
});

async function faultsOf(
  seed: number,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string[]> {
  storm(undefined, { seed, latency: 1 });
  const ends: string[] = [];
  for (let request = 0; request < 40; request += 1) {
    ends.push(await write(String(request)).then(() => 'ok', String));
    await between().catch(() => undefined);
  }
  return ends;
}

test('the same seed causes the same faults, another seed causes others', async () => {
  const first = await faultsOf(1);

  expect(await faultsOf(1)).toEqual(first);
  expect(await faultsOf(2)).not.toEqual(first);
});

test('the faults of one object do not depend on the requests for others', async () => {
  const other = { name: 'other', namespace: 'default' };
  const alone = await faultsOf(5);

  expect(await faultsOf(5, () => client.get(ConfigMap, other))).toEqual(alone);
});

test('reports each fault with its request', async () => {
  const seen: string[] = [];
  storm({ conflict: 1 }, { onFault: (fault, { method, path }) => seen.push(`${fault} ${method} ${path}`) });
  await write('1').catch(() => undefined);

  expect(seen).toEqual([expect.stringMatching(/^conflict PATCH .*\/configmaps\/settings/)]);
});

test('access reviews are not writes', async () => {
  storm({});
  const review = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
  await client.create(SelfSubjectAccessReview, { metadata: {}, ...review });

  expect(chaos.writes).toBe(0);
});

test('storm() can choose other faults', async () => {
  storm({ conflict: 1 });
  chaos.storm({ refused: 1 });

  await expect(write('1')).rejects.toThrow(ConnectionError);
});

test('a crash can come after the response of the n-th write', async () => {
  storm({});
  const crashed = chaos.crashAfterWrites(1, 'delivered');
  await write('1');
  await crashed;

  await expect(write('2')).rejects.toThrow('the operator has crashed');
  expect(await stored()).toBe('1');
});
