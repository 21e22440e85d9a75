/** One operator for several clusters. */
import {
  type Cluster,
  createLogger,
  done,
  Manager,
  type ManagerOptions,
  type Request,
  type Result,
} from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import type { Transport } from '@opgen/runtime/transport';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

function managerWith(options: ManagerOptions): Manager {
  return new Manager({
    transport: home.transport,
    webhooks: { bindAddress: '0' },
    log: createLogger({ level: 'silent' }),
    ...options,
  });
}

async function succeed(): Promise<Result> {
  return done;
}

function addEast(transport: Transport, reconcile: () => Promise<Result> = succeed): Cluster {
  const east = manager.cluster('east', { transport });
  east.controller('settings').for(ConfigMap).reconcileWith({ reconcile });
  return east;
}

describe('a cluster that is removed', () => {
  test.each([
    ['without leader election', false],
    ['with leader election', true],
  ])('before it has synced does not keep the operator from being ready, %s', async (_, enabled) => {
    manager = managerWith({ leaderElection: { enabled, id: 'test.example.com', namespace: 'default' } });
    const forbidden = members.east.transportFor({ name: 'nobody' });
    const east = addEast(forbidden);
    manager
      .controller('mirror')
      .for(ConfigMap)
      .watches(ConfigMap, () => [], { cluster: east })
      .reconcileWith({ reconcile: async (request) => (requests.push(request), done) });
    const isReady = start();
    await expect.poll(() => east.cache.status()[0]?.problems[0]?.reason).toBe('Forbidden');
    await manager.removeCluster('east');
    await isReady;
    await home.client.create(ConfigMap, { metadata: settings });
    await expect.poll(() => requests).toContainEqual(settings);
  });

  test('while this replica is the leader does not start again', async () => {
    manager = managerWith({
      leaderElection: { enabled: true, id: 'test.example.com', namespace: 'default' },
    });
    await start();
    await manager.elected;
    let runs = 0;
    await members.east.client.create(ConfigMap, { metadata: settings });
    addEast(members.east.transport, async () => ((runs += 1), done));
    await expect.poll(() => runs).toBeGreaterThan(0);
    await manager.removeCluster('east');
    addEast(members.east.transport);
    await manager.removeCluster('east');
    expect(manager.metrics.text()).not.toContain('controller="settings"');
  });

  test('names the controllers whose reconciles ignore their signal', async () => {
    manager = managerWith({ gracefulShutdownTimeout: 20 });
    await start();
    let release: ((result: Result) => void) | undefined;
    const held = new Promise<Result>((resolve) => (release = resolve));
    let isCalled = false;
    await members.east.client.create(ConfigMap, { metadata: settings });
    addEast(members.east.transport, () => ((isCalled = true), held));
    await expect.poll(() => isCalled).toBe(true);
    await expect(manager.removeCluster('east')).rejects.toThrow(
      'removing cluster east timed out after 0.02 s; still running: settings',
    );
    release?.(done);
  });

  test('has to exist', async () => {
    await expect(manager.removeCluster('east')).rejects.toThrow('there is no cluster named east');
  });
});
