/** Two replicas of one operator, on one API server. */
import {
  type Client,
  createLogger,
  done,
  Manager,
  NotLeaderError,
  pausedAnnotation,
  requeueAfter,
} from '@opgen/runtime';
import { Lease } from '@opgen/runtime/kinds/coordination/v1';
import { ConfigMap, Namespace } from '@opgen/runtime/kinds/core/v1';
import { Event } from '@opgen/runtime/kinds/events/v1';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { realServerAvailable } from '../../src/envtest/availability.ts';
import { startCluster, type TestCluster } from '../../src/cluster.ts';
import { sharedRealCluster } from '../../src/envtest/shared-real-cluster.ts';
import { CutTransport } from './cut-transport.ts';

const namespace = 'leadership';
const settings = { name: 'settings', namespace };
const real = await realServerAvailable(['etcd', 'kube-apiserver']);

/** Short times let a Lease expire soon, but a busy machine may let it expire by itself: the default is longer. */
type LeaseTimes = { leaseDuration?: number; renewDeadline?: number };
const shortLease: LeaseTimes = { leaseDuration: 3_000, renewDeadline: 2_000 };

/** One replica, which writes its name into every ConfigMap five times a second. */
class Replica {
  readonly way: CutTransport;
  readonly manager: Manager;
  readonly refusals: unknown[] = [];
  runs = 0;
  readonly #stop = new AbortController();
  readonly #run: Promise<void>;

  constructor(name: string, transport: TestCluster['transport'], lease: LeaseTimes) {
    this.way = new CutTransport(transport);
    this.manager = new Manager({
      transport: this.way,
      log: createLogger({ level: 'silent' }),
      namespaces: [namespace],
      health: { bindAddress: '127.0.0.1:0' },
      leaderElection: {
        enabled: true,
        id: 'memcached-operator',
        namespace,
        retryPeriod: 200,
        ...lease,
      },
    });
    const { client } = this.manager;
    const events = this.manager.eventRecorder('settings-controller');
    this.manager
      .controller('settings')
      .for(ConfigMap)
      .reconcileWith({
        reconcile: async (request) => {
          this.runs += 1;
          const found = await client.find(ConfigMap, request);
          if (found === undefined) return done;
          try {
            const data = { writer: name, run: String(this.runs) };
            await client.apply(ConfigMap, { metadata: { ...request }, data });
          } catch (error) {
            if (error instanceof NotLeaderError) this.refusals.push(error);
            throw error;
          }
          events.normal(found, 'Written', `by ${name}`, { action: 'Write' });
          return requeueAfter('200ms');
        },
      });
    this.#run = this.manager.start(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#run;
  }
}

describe.each([
  { server: 'the embedded API server', start: () => startCluster(), available: true },
  { server: 'a real API server', start: () => sharedRealCluster(), available: real },
])('two replicas on $server', ({ start, available }) => {
  let cluster: Pick<TestCluster, 'client' | 'transport' | 'stop'>;
  let replicas: Replica[] = [];

  const replica = async (name: string, lease: LeaseTimes = {}): Promise<Replica> => {
    const made = new Replica(name, cluster.transport, lease);
    replicas.push(made);
    await made.manager.ready;
    return made;
  };
  const writer = async (): Promise<unknown> =>
    (await cluster.client.get(ConfigMap, settings)).data?.['writer'];
  const lease = (): Promise<Lease> => cluster.client.get(Lease, { name: 'memcached-operator', namespace });

  beforeAll(async () => {
    if (!available) return;
    cluster = await start();
    await cluster.client.create(Namespace, { metadata: { name: namespace } });
    await cluster.client.create(ConfigMap, { metadata: settings });
  });

  afterEach(async () => {
    await Promise.all(replicas.map((each) => each.stop()));
    replicas = [];
  });

  afterAll(async () => {
    if (!available) return;
    await cluster.client.delete(Namespace, { name: namespace });
    await cluster.stop();
  });

  test.runIf(available)('one replica reconciles; the other is ready with a filled cache', async () => {
    const a = await replica('a');
    const b = await replica('b');
    await expect.poll(writer).toBe('a');

    expect([a.manager.leads, b.manager.leads]).toEqual([true, false]);
    expect(b.runs).toBe(0);
    expect(b.manager.cache.find(ConfigMap, settings)).toBeDefined();
    const answer = await fetch(`http://127.0.0.1:${b.manager.healthPort}/readyz`);
    expect(answer.status).toBe(200);
  });

  test.runIf(available)('the other replica takes over when the leader stops', async () => {
    const a = await replica('a');
    await expect.poll(writer).toBe('a');
    const b = await replica('b');
    const { leaseTransitions = 0 } = (await lease()).spec;
    await a.stop();
    await b.manager.elected;

    await expect.poll(writer).toBe('b');
    expect((await lease()).spec.leaseTransitions).toBe(leaseTransitions + 1);
  });

  test.runIf(available)(
    'the other replica takes over when the leader is cut off, which then stands by',
    async () => {
      const a = await replica('a', shortLease);
      await expect.poll(writer).toBe('a');
      const b = await replica('b', shortLease);
      a.way.cut();
      await b.manager.elected;
      expect(a.manager.leads).toBe(false);
      a.way.heal();
      await expect.poll(writer).toBe('b');

      const runs = a.runs;
      await b.stop();
      await expect.poll(() => a.runs).toBeGreaterThan(runs);
      await expect.poll(writer).toBe('a');
    },
  );

  test.runIf(available)('events are recorded once, with a count', async () => {
    await replica('a');
    await expect.poll(() => repeated(cluster.client, 'by a')).toEqual(['Written', 'Write', 'settings']);
  });

  test.runIf(available)('a paused object is not reconciled', async () => {
    await setPaused(cluster.client, 'true');
    const a = await replica('a');
    await a.manager.elected;
    const before = a.runs;
    await setPaused(cluster.client, 'false');
    await expect.poll(() => a.runs).toBeGreaterThan(before);

    expect(before).toBe(0);
  });
});

function setPaused(client: Client, value: string): Promise<ConfigMap> {
  const metadata = { ...settings, annotations: { [pausedAnnotation]: value } };
  return client.apply(ConfigMap, { metadata }, { fieldManager: 'test' });
}

/** The count of the event with that note, if it happened more than once. */
async function repeated(client: Client, note: string): Promise<unknown> {
  const { items } = await client.list(Event, { namespace });
  const event = items.find((each) => each.note === note && (each.series?.count ?? 0) > 1);
  return event && [event.reason, event.action, event.regarding?.name];
}
