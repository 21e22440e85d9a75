import { createServer, get, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createLogger, done, Manager, mergePatch, type Reconciler, type Result } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { chaosTransport } from '../../src/chaos/chaos-transport.ts';
import { startCluster, type TestCluster } from '../../src/cluster.ts';
import { VirtualClock } from '../../src/clock/virtual-clock.ts';

const key = { name: 'main', namespace: 'outside' };

/** The API of a cloud provider, which takes 50 ms for a response. */
let provider: Server;

beforeAll(async () => {
  provider = createServer((_, response) => void setTimeout(() => response.end('ready'), 50)).listen(
    0,
    '127.0.0.1',
  );
  await once(provider, 'listening');
});

afterAll(() => void provider.close());

async function askProvider(): Promise<string> {
  const { port } = provider.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', agent: false });
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>];
  let text = '';
  for await (const chunk of response) text += chunk.toString();
  return text;
}

/** Runs a manager until the test ends, and creates the object that it reconciles. */
async function runManager(
  cluster: TestCluster,
  reconcile: (manager: Manager) => Reconciler['reconcile'],
  {
    clock,
    transport = cluster.transport,
  }: { clock?: VirtualClock; transport?: TestCluster['transport'] } = {},
): Promise<Manager> {
  const manager = new Manager({
    transport,
    clock,
    webhooks: { bindAddress: '0' },
    gracefulShutdownTimeout: 2_000,
    log: createLogger({ level: 'silent' }),
  });
  manager.cache.configure(ConfigMap, { namespaces: [key.namespace] });
  manager
    .controller('outside')
    .for(ConfigMap)
    .reconcileWith({ reconcile: reconcile(manager) });
  const stopping = new AbortController();
  // One of the reconciles ends only when it is canceled.
  const running = manager.start(stopping.signal).catch(() => undefined);
  onTestFinished(async () => {
    stopping.abort();
    await clock?.advance('1m');
    await running;
  });
  await manager.ready;
  await cluster.client.create(ConfigMap, { metadata: key });
  return manager;
}

/** Writes what the provider has answered. */
const writeAnswer =
  (manager: Manager): (() => Promise<Result>) =>
  async () => {
    const state = await askProvider();
    await manager.client.patch(ConfigMap, key, mergePatch({ data: { state } }));
    return done;
  };

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: key.namespace } };

test.each([
  ['on the clock of the system', undefined],
  ['on a virtual clock', new VirtualClock()],
])('settled waits for a reconcile that asks an API outside the cluster, %s', async (_, clock) => {
  await using cluster = await startCluster({ objects: [namespace], clock });
  await runManager(cluster, writeAnswer, { ...(clock && { clock }) });
  await cluster.settled();
  expect((await cluster.client.get(ConfigMap, key)).data).toEqual({ state: 'ready' });
});

test('settled waits for such a reconcile behind a transport that injects faults', async () => {
  await using cluster = await startCluster({ objects: [namespace] });
  await runManager(cluster, writeAnswer, { transport: chaosTransport(cluster.transport, { faults: {} }) });
  await cluster.settled();
  expect((await cluster.client.get(ConfigMap, key)).data).toEqual({ state: 'ready' });
});

test('settled waits for a reconcile of another cluster that belongs to the same manager', async () => {
  await using home = await startCluster();
  await using cluster = await startCluster({ objects: [namespace] });
  const manager = new Manager({
    transport: home.transport,
    webhooks: { bindAddress: '0' },
    log: createLogger({ level: 'silent' }),
  });
  const member = manager.cluster('member', { transport: cluster.transport, namespaces: [key.namespace] });
  let isCalled = false;
  member
    .controller('outside')
    .for(ConfigMap)
    .reconcileWith({
      async reconcile() {
        isCalled = true;
        const data = { state: await askProvider() };
        await home.client.create(ConfigMap, { metadata: { name: 'copy', namespace: 'default' }, data });
        return done;
      },
    });
  const stopping = new AbortController();
  const running = manager.start(stopping.signal);
  await manager.ready;
  await cluster.client.create(ConfigMap, { metadata: key });
  await expect.poll(() => isCalled).toBe(true);
  await home.settled();
  expect(await home.client.find(ConfigMap, { name: 'copy', namespace: 'default' })).toBeDefined();
  stopping.abort();
  await running;
});

test('settled does not wait for a reconcile whose timer on a virtual clock is pending', async () => {
  const clock = new VirtualClock();
  await using cluster = await startCluster({ objects: [namespace], clock });
  const write = await runManager(
    cluster,
    (manager) => async () => {
      await new Promise<void>((resolve) => clock.schedule(3_600_000, resolve));
      return writeAnswer(manager)();
    },
    { clock },
  );
  await cluster.settled();
  expect((await cluster.client.get(ConfigMap, key)).data).toBeUndefined();
  await clock.advance('1h');
  await cluster.settled();
  expect((await write.client.get(ConfigMap, key)).data).toEqual({ state: 'ready' });
});

test('settled names a reconcile that does not return', async () => {
  await using cluster = await startCluster({ objects: [namespace] });
  let isCalled = false;
  await runManager(cluster, () => (_, { signal }) => {
    isCalled = true;
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped'))),
    );
  });
  await expect.poll(() => isCalled).toBe(true);
  const real = performance.now.bind(performance);
  let passed = 0;
  // The patience of settled() is measured on this clock.
  const now = vi.spyOn(performance, 'now').mockImplementation(() => real() + (passed += 1_000));
  onTestFinished(() => now.mockRestore());
  await expect(cluster.settled()).rejects.toThrow(
    'the cluster does not settle: still running after 15 s: reconcile of ConfigMap outside/main by controller outside',
  );
});
