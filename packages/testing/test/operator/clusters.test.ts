/** One operator for several clusters. */
import { createLogger, done, Manager, type Request } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCluster, type TestCluster } from '../../src/cluster.ts';

const settings = { name: 'settings', namespace: 'default' };

let home: TestCluster;
let members: Record<'east' | 'west', TestCluster>;
let manager: Manager;
let requests: Request[];
let stop: () => Promise<void>;

beforeEach(async () => {
  home = await startCluster();
  members = { east: await startCluster(), west: await startCluster() };
  requests = [];
  manager = new Manager({
    transport: home.transport,
    log: createLogger({ level: 'silent' }),
    health: { bindAddress: '127.0.0.1:0' },
  });
  stop = async () => {};
});

afterEach(async () => {
  await stop();
  await Promise.all([home, members.east, members.west].map((cluster) => cluster.stop()));
});

async function copies(): Promise<unknown> {
  const { items } = await home.client.list(ConfigMap, { namespace: 'default' });
  return Object.fromEntries(items.map(({ metadata, data }) => [metadata.name, data?.['at']]));
}

function start(): Promise<void> {
  const signal = new AbortController();
  const run = manager.start(signal.signal);
  stop = async () => {
    signal.abort();
    await run;
  };
  return manager.ready;
}

test('objects with the same name in several clusters are reconciled separately, and requests name the cluster', async () => {
  for (const name of ['east', 'west'] as const) {
    const cluster = manager.cluster(name, { transport: members[name].transport });
    cluster
      .controller(`settings-${name}`)
      .for(ConfigMap)
      .reconcileWith({
        reconcile: async (request) => {
          if (request.name === settings.name) {
            requests.push(request);
            const found = await cluster.client.get(ConfigMap, request);
            await home.client.apply(ConfigMap, {
              metadata: { name: `of-${request.cluster}`, namespace: 'default' },
              data: found.data,
            });
          }
          return done;
        },
      });
  }
  await start();
  await members.east.client.create(ConfigMap, { metadata: settings, data: { at: 'east' } });
  await members.west.client.create(ConfigMap, { metadata: settings, data: { at: 'west' } });

  await expect.poll(copies).toMatchObject({ 'of-east': 'east', 'of-west': 'west' });
  expect(requests).toContainEqual({ ...settings, cluster: 'east' });
});

test('an object is reconciled when an object in another cluster changes', async () => {
  const east = manager.cluster('east', { transport: members.east.transport });
  manager
    .controller('settings')
    .for(ConfigMap)
    .watches(ConfigMap, ({ metadata }) => [{ name: metadata.name, namespace: 'default' }], { cluster: east })
    .reconcileWith({ reconcile: async (request) => (requests.push(request), done) });
  await start();
  await members.east.client.create(ConfigMap, { metadata: settings });

  await expect.poll(() => requests).toContainEqual(settings);
});

test('an operator is ready once all its clusters are; the error names the one that is not', async () => {
  const east = manager.cluster('east', {
    transport: members.east.transportFor({ name: 'nobody' }),
  });
  east
    .controller('settings')
    .for(ConfigMap)
    .reconcileWith({ reconcile: async () => done });
  void start().catch(() => undefined);

  const readiness = async (): Promise<string> => {
    if (manager.healthPort === undefined) return '';
    return (await fetch(`http://127.0.0.1:${manager.healthPort}/readyz?verbose`)).text();
  };
  await expect.poll(readiness).toMatch(/\[-\]cache-sync-east failed: ConfigMap \(v1\).*forbidden/);
  expect(await readiness()).toContain('[+]cache-sync ok');
});

test('two clusters with the same name are an error', () => {
  manager.cluster('east', { transport: members.east.transport });

  expect(() => manager.cluster('east', { transport: members.west.transport })).toThrow(
    'duplicate cluster name east',
  );
});
