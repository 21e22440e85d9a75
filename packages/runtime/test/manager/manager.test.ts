import type { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { done } from '../../src/controller/result.ts';
import { deferred } from '../../src/deferred.ts';
import { Manager } from '../../src/manager/manager.ts';
import type { Transport, TransportRequest } from '../../src/transport/transport.ts';
import { FakeClock, settle } from '../support/fake-clock.ts';
import { Memcached, memcached, Pool } from '../support/objects.ts';
import { RecordingLogger } from '../support/recording-logger.ts';

/** An API server with the Memcached `a`. The operator may read Memcacheds, and Pools once that is granted. */
class TinyServer implements Transport {
  readonly paths: string[] = [];
  readonly leasePurposes = new Set<string | undefined>();
  poolsAllowed = true;
  closed = false;

  async request({ method, path, body, signal, purpose }: TransportRequest): ReturnType<Transport['request']> {
    this.paths.push(path);
    if (path.includes('/leases')) {
      this.leasePurposes.add(purpose);
      const status = {
        kind: 'Status',
        status: 'Failure',
        code: 404,
        reason: 'NotFound',
        message: 'no such lease',
      };
      return method === 'GET' ? response(404, JSON.stringify(status)) : response(201, body ?? '');
    }
    if (path.includes('/pools') && !this.poolsAllowed) {
      const message =
        'pools.cache.example.com is forbidden: User "operator" cannot list resource "pools" in API group "cache.example.com" at the cluster scope';
      const status = { kind: 'Status', status: 'Failure', code: 403, reason: 'Forbidden', message };
      return response(403, JSON.stringify(status));
    }
    const list = [
      ...(path.includes('/memcacheds') ? [{ type: 'ADDED', object: memcached('a', 1) }] : []),
      {
        type: 'BOOKMARK',
        object: { metadata: { resourceVersion: '10', annotations: { 'k8s.io/initial-events-end': 'true' } } },
      },
    ];
    return response(200, list.map((event) => `${JSON.stringify(event)}\n`).join(''), signal);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** With a signal the body stays open, as a watch does, until the signal aborts. */
function response(
  status: number,
  body: string,
  signal?: AbortSignal,
): Awaited<ReturnType<Transport['request']>> {
  return {
    status,
    headers: {},
    text: async () => body,
    chunks: async function* () {
      yield Buffer.from(body);
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    },
  };
}

let server: TinyServer;
let clock: FakeClock;
let log: RecordingLogger;
let manager: Manager;
let stop: AbortController;

beforeEach(() => {
  server = new TinyServer();
  clock = new FakeClock();
  log = new RecordingLogger();
  stop = new AbortController();
  manager = new Manager({ transport: server, clock, log, health: { bindAddress: '127.0.0.1:0' } });
});

afterEach(() => expect(clock.pending).toBe(0));

async function readiness(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${manager.healthPort}/readyz?verbose`);
  return answer.text();
}

test('runs its controllers until the signal aborts, and leaves nothing behind', async () => {
  const reconciled: string[] = [];
  manager
    .controller('memcached')
    .for(Memcached)
    .owns(Pool)
    .reconcileWith({
      reconcile: async (request) => {
        reconciled.push(request.name);
        expect(await manager.client.find(Memcached, request)).toMatchObject({ spec: { size: 1 } });
        return done;
      },
    });
  const run = manager.start(stop.signal);
  await manager.ready;
  await settle();
  expect(reconciled).toEqual(['a']);
  expect(await readiness()).toContain('[+]cache-sync ok');
  stop.abort();
  await run;

  expect(server.paths).toHaveLength(2);
  expect(manager.healthPort).toBeUndefined();
  expect(server.closed).toBe(false);
});

test('two controllers of one kind share a watch', async () => {
  for (const name of ['one', 'two']) {
    manager
      .controller(name)
      .for(Memcached)
      .reconcileWith({ reconcile: async () => done });
  }
  const run = manager.start(stop.signal);
  await manager.ready;
  stop.abort();
  await run;

  expect(server.paths).toHaveLength(1);
});

describe('a missing permission', () => {
  test('appears in the log and the probe, does not block other controllers, and recovers', async () => {
    server.poolsAllowed = false;
    const reconciled: string[] = [];
    manager
      .controller('memcached')
      .for(Memcached)
      .reconcileWith({ reconcile: async ({ name }) => (reconciled.push(name), done) });
    manager
      .controller('pool')
      .for(Pool)
      .reconcileWith({ reconcile: async () => done });
    const run = manager.start(stop.signal);
    await settle();
    await settle();

    const marker = '// +rbac:groups=cache.example.com,resources=pools,verbs=get;list;watch';
    expect(reconciled).toEqual(['a']);
    expect(await readiness()).toContain(marker);
    const line = log.lines.find(({ message }) => message === 'watch forbidden; retrying with backoff');
    expect(line).toMatchObject({
      level: 'error',
      fields: { kind: 'Pool', error: expect.stringContaining(marker) },
    });

    server.poolsAllowed = true;
    await clock.advance(2000);
    await manager.ready;
    expect(await readiness()).toContain('[+]cache-sync ok');
    stop.abort();
    await run;
  });
});

test('fails at once without a kubeconfig, and names the missing file', async () => {
  const lost = new Manager({ kubeConfig: { path: 'no/such/kubeconfig' }, clock, log });

  await expect(lost.start(stop.signal)).rejects.toThrow('kubeconfig not found: no/such/kubeconfig');
});

test('rejects a second start', async () => {
  const run = manager.start(stop.signal);

  await expect(manager.start()).rejects.toThrow('already started');
  stop.abort();
  await run;
});

test('rejects two controllers with the same name', () => {
  manager
    .controller('a')
    .for(Memcached)
    .reconcileWith({ reconcile: async () => done });

  const again = (): unknown =>
    manager
      .controller('a')
      .for(Pool)
      .reconcileWith({ reconcile: async () => done });
  expect(again).toThrow('duplicate controller name a');
});

test('an unreadable kind of an every-replica controller blocks neither the election nor other controllers', async () => {
  server.poolsAllowed = false;
  const leaderElection = { enabled: true, id: 'memcached-operator', namespace: 'operators' };
  manager = new Manager({ transport: server, clock, log, leaderElection });
  const reconciled: string[] = [];
  manager
    .controller('pools')
    .for(Pool)
    .withOptions({ everyReplica: true })
    .reconcileWith({ reconcile: async () => done });
  manager
    .controller('memcached')
    .for(Memcached)
    .reconcileWith({
      reconcile: async ({ name }) => {
        reconciled.push(name);
        return done;
      },
    });
  const run = manager.start(stop.signal);
  await clock.advance(1_000);

  expect(manager.leads).toBe(true);
  expect([...server.leasePurposes], 'a connection of its own').toEqual(['lease']);
  expect(reconciled).toEqual(['a']);
  stop.abort();
  await run;
});

test('rejects an empty list of namespaces on construction', () => {
  expect(() => new Manager({ transport: server, clock, log, namespaces: [] })).toThrow(
    'namespaces is empty: name at least one, or leave the option out to watch all namespaces',
  );
});

test('logs the running reconciles with the error that ends the process', async () => {
  const hold = deferred();
  manager
    .controller('memcached')
    .for(Memcached)
    .reconcileWith({ reconcile: () => hold.promise.then(() => done) });
  const run = manager.start(stop.signal);
  await manager.ready;
  await settle();
  const program: EventEmitter = process;
  program.emit('uncaughtExceptionMonitor', new Error('nobody awaited this'), 'unhandledRejection');
  hold.resolve();
  stop.abort();
  await run;
  program.emit('uncaughtExceptionMonitor', new Error('not ours'), 'uncaughtException');

  expect(log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    {
      message: 'uncaught error; the process is exiting',
      fields: { error: { message: 'nobody awaited this' }, running: { memcached: ['default/a'] } },
    },
  ]);
});

test('an optional member cluster does not affect readiness', async () => {
  server.poolsAllowed = false;
  for (const [name, required] of [
    ['edge', false],
    ['core', true],
  ] as const) {
    manager
      .cluster(name, { transport: server, required })
      .controller(`pools-${name}`)
      .for(Pool)
      .reconcileWith({ reconcile: async () => done });
  }
  const run = manager.start(stop.signal);
  await expect.poll(() => manager.healthPort).toBeDefined();
  const report = await readiness();
  expect(report).toContain('[-]cache-sync-core failed');
  expect(report).not.toContain('edge');
  stop.abort();
  await run;
});
