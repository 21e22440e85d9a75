/** Clusters that are added and removed while a manager runs. */
import { once } from 'node:events';
import { get } from 'node:http';
import { createLogger, done, Manager, type Reconciler } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCluster, type TestCluster } from '../../src/cluster.ts';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { startRealCluster } from '../../src/envtest/real-cluster.ts';

const open = (): string[] =>
  process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap' || kind === 'TLSWrap');

type Served = Pick<TestCluster, 'client' | 'serve' | 'stop'>;

describe.each<{ server: string; startMember: () => Promise<Served>; available: boolean }>([
  { server: 'the embedded API server', startMember: () => startCluster(), available: true },
  {
    server: 'a real API server',
    startMember: () => startRealCluster(),
    available: await realServerAvailable(),
  },
])('a cluster on $server', ({ startMember, available }) => {
  if (!available) return test.skip('is not built', () => {});

  let home: TestCluster;
  let member: Served;
  let text: string;
  let manager: Manager;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    member = await startMember();
    text = (await member.serve()).kubeconfig;
    for (const name of ['settings', 'other'])
      await member.client.create(ConfigMap, { metadata: { name, namespace: 'default' } });
  });

  afterAll(() => member.stop());

  beforeEach(async () => {
    home = await startCluster();
    manager = new Manager({
      transport: home.transport,
      webhooks: { bindAddress: '0' },
      log: createLogger({ level: 'silent' }),
      health: { bindAddress: '127.0.0.1:0' },
    });
    const ending = new AbortController();
    const run = manager.start(ending.signal);
    stop = async () => {
      ending.abort();
      await run;
    };
    await manager.ready;
  });

  afterEach(async () => {
    await stop();
    await home.stop();
  });

  /** Adds the member, whose ConfigMaps this reconciler gets; resolves once it has got one.
   */
  async function addMember(
    reconcile: Reconciler['reconcile'] = async () => done,
  ): Promise<{ runs: string[] }> {
    const runs: string[] = [];
    const cluster = manager.cluster('member', { kubeConfig: { text } });
    cluster
      .controller('settings')
      .for(ConfigMap)
      .reconcileWith({
        reconcile(request, context) {
          runs.push(request.name);
          return reconcile(request, context);
        },
      });
    await expect.poll(() => runs.length).toBeGreaterThan(0);
    return { runs };
  }

  /** Keeps no connection open. */
  async function readiness(): Promise<string> {
    const request = get({
      host: '127.0.0.1',
      port: manager.healthPort,
      path: '/readyz?verbose',
      agent: false,
    });
    const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer>];
    let body = '';
    for await (const chunk of response) body += chunk.toString();
    return body;
  }

  test('leaves nothing behind when it is removed, and can be added again', async () => {
    await readiness();
    const before = { sockets: open().length, metrics: manager.metrics.text() };
    for (const round of [1, 2, 3]) {
      const { runs } = await addMember();
      expect(manager.metrics.text()).toContain('controller="settings"');
      expect(await readiness()).toContain('cache-sync-member');
      await manager.removeCluster('member');

      await expect.poll(() => open().length).toBeLessThanOrEqual(before.sockets);
      expect(manager.metrics.text()).not.toContain('settings');
      expect(namesIn(manager.metrics.text())).toEqual(namesIn(before.metrics));
      expect(await readiness()).not.toContain('member');
      const seen = runs.length;
      await member.client.create(ConfigMap, { metadata: { name: `round-${round}`, namespace: 'default' } });
      expect(runs.length).toBe(seen);
    }
  });

  test('aborts the reconciles under way, and drops queued keys', async () => {
    let reason: unknown;
    const { runs } = await addMember(
      (_, { signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject((reason = signal.reason) as Error)),
        ),
    );
    await manager.removeCluster('member');
    expect(String(reason)).toContain('controller settings is stopping');
    expect(runs).toHaveLength(1);
  });

  test('is no longer watched by controllers of other clusters, which go on', async () => {
    const seen: string[] = [];
    const cluster = manager.cluster('member', { kubeConfig: { text } });
    manager
      .controller('mirror')
      .for(ConfigMap)
      .watches(ConfigMap, ({ metadata: { name, namespace } }) => [{ name: `member-${name}`, namespace }], {
        cluster,
      })
      .reconcileWith({ reconcile: async ({ name }) => (seen.push(name), done) });
    await expect.poll(() => seen).toContain('member-settings');
    await manager.removeCluster('member');
    await member.client.create(ConfigMap, { metadata: { name: 'late', namespace: 'default' } });
    await home.client.create(ConfigMap, { metadata: { name: 'own', namespace: 'default' } });
    await expect.poll(() => seen).toContain('own');
    expect(seen).not.toContain('member-late');
  });
});

/** The names and labels of all series that requests to the home cluster do not change. */
function namesIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => line.replace(/ \S+$/, '')).filter((name) => !name.startsWith('rest_client_'));
}
