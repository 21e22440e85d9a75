import { ConflictError, ConnectionError, createClient, mergePatch } from '@opgen/runtime';
import { ConfigMap, Pod } from '@opgen/runtime/kinds/core/v1';
import { serverTransport, type Transport } from '@opgen/runtime/transport';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chaosTransport } from '../../src/chaos/chaos-transport.ts';
import type { FaultRates } from '../../src/chaos/fault.ts';
import { type ServedTransport, serveTransport } from '../../src/chaos/serve-transport.ts';
import { type EmbeddedCluster, startCluster } from '../../src/cluster.ts';

const settings = { name: 'settings', namespace: 'default' };
let cluster: EmbeddedCluster;
let served: ServedTransport;
let remote: Transport;

beforeEach(async () => {
  cluster = await startCluster();
  await cluster.client.create(ConfigMap, { metadata: settings, data: { text: 'žluťoučký 🐎' } });
});

afterEach(async () => {
  await remote.close();
  await served.close();
  await cluster.stop();
});

/** A client in another process would connect in the same way. */
async function connect(faults: FaultRates = {}, token?: string): Promise<ReturnType<typeof createClient>> {
  served = await serveTransport(chaosTransport(cluster.transport, { faults }));
  remote = serverTransport({ server: served.url, ca: served.ca, token });
  return createClient(remote);
}

test('passes reads, writes, lists and errors on', async () => {
  const client = await connect();

  expect((await client.get(ConfigMap, settings)).data).toEqual({ text: 'žluťoučký 🐎' });
  await client.patch(ConfigMap, settings, mergePatch({ data: { more: 'yes' } }));
  const { items } = await client.list(ConfigMap, { labelSelector: 'a in (b, c)' });
  expect(items).toEqual([]);
  expect(await client.find(ConfigMap, { name: 'missing', namespace: 'default' })).toBeUndefined();
  expect((await cluster.client.get(ConfigMap, settings)).data).toMatchObject({ more: 'yes' });
});

test('passes the events of a watch on as they arrive', async () => {
  const client = await connect();
  const seen: unknown[] = [];
  for await (const { object } of client.watch(ConfigMap, { namespace: 'default' })) {
    seen.push(object.data?.['text']);
    if (seen.length === 2) break;
    await cluster.client.patch(ConfigMap, settings, mergePatch({ data: { text: 'now' } }));
  }

  expect(seen).toEqual(['žluťoučký 🐎', 'now']);
});

test('the token of the client decides who acts', async () => {
  const client = await connect({}, 'unknown');

  await expect(client.get(ConfigMap, settings)).rejects.toMatchObject({ code: 401 });
});

test.each([
  { fault: 'conflict', error: ConflictError },
  { fault: 'refused', error: ConnectionError },
  { fault: 'lostAnswer', error: ConnectionError },
] as const)('$fault reaches the client', async ({ fault, error }) => {
  const client = await connect({ [fault]: 1 });

  const write = client.patch(ConfigMap, settings, mergePatch({ data: { text: 'now' } }));
  await expect(write).rejects.toThrow(error as typeof ConflictError);
});

test('a broken watch breaks the connection of the client', async () => {
  const client = await connect({ watchReset: 1 });
  const watched = async (): Promise<void> => {
    for await (const event of client.watch(ConfigMap, { namespace: 'default' })) expect(event).toBeDefined();
  };

  await expect(watched()).rejects.toThrow(ConnectionError);
});

test('passes WebSockets on, and faults of their requests', async () => {
  const pod = { name: 'web', namespace: 'default' };
  const spec = { nodeName: 'node-1', containers: [{ name: 'main', image: 'web:1' }] };
  await cluster.client.create(Pod, { metadata: pod, spec });
  cluster.connections.exec(({ stdin }) => ({ stdout: stdin }));
  const client = await connect();
  const input = 'hello '.repeat(20_000);
  expect((await client.exec(pod, { command: ['cat'], stdin: input })).stdout).toBe(input);

  await served.close();
  const faulty = await connect({ lostAnswer: 1 });
  await expect(faulty.exec(pod, { command: ['cat'] })).rejects.toBeInstanceOf(ConnectionError);
});
