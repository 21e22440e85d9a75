import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { done, requeueAfter, TerminalError } from '../../src/controller/result.ts';
import type { Reconciler } from '../../src/controller/reconciler.ts';
import { ConfigMap, Namespace, Secret, ServiceAccount } from '../../src/kinds/core/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { controllerReference } from '../../src/objects/ownership.ts';
import { isWrite, type Run } from '../../src/runs/run.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { startTestCluster, type TestCluster } from '../support/test-cluster.ts';

const namespace = 'recorded-runs';
const settings = { name: 'settings', namespace };

let cluster: TestCluster;
let manager: Manager;
let stop: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  cluster = await startTestCluster();
  await cluster.client.create(Namespace, { metadata: { name: namespace } });
  await cluster.client.create(ConfigMap, { metadata: settings, data: { password: 'first' } });
});

afterEach(async () => {
  stop.abort();
  await running;
  await cluster.stop();
});

/** Starts a manager that reconciles the ConfigMap `settings` with the function. */
async function start(
  reconcile: (manager: Manager) => Reconciler['reconcile'],
  { records = true, user }: { records?: boolean; user?: string } = {},
): Promise<void> {
  const { transport } = cluster;
  manager = new Manager({
    transport: user === undefined ? transport : cluster.transportFor({ name: user }),
    namespaces: [namespace],
    log: new RecordingLogger(),
    ...(records && { runs: {} }),
  });
  const run = reconcile(manager);
  manager
    .controller('settings')
    .for(ConfigMap)
    .owns(Secret)
    .reconcileWith({
      reconcile: async (request, context) => (request.name === 'settings' ? run(request, context) : done),
    });
  stop = new AbortController();
  running = manager.start(stop.signal);
  await manager.ready;
}

function recorded(): Run[] {
  return [...manager.runs].filter(({ object }) => object.name === 'settings');
}

async function runs(count: number): Promise<Run[]> {
  await expect.poll(() => recorded().length).toBeGreaterThanOrEqual(count);
  return recorded();
}

/** Copies the data of the ConfigMap into a Secret. */
const copies =
  ({ client }: Manager): Reconciler['reconcile'] =>
  async (request) => {
    const map = await client.get(ConfigMap, request);
    const ownerReferences = [controllerReference(map)];
    await client.apply(Secret, {
      metadata: { ...request, ownerReferences },
      stringData: { ...map.data },
    });
    return done;
  };

describe('a recorded run', () => {
  test('names the controller, the object, the causes and the result', async () => {
    await start(() => async () => requeueAfter('1h'));
    const [run] = await runs(1);
    expect(run).toMatchObject({
      controller: 'settings',
      kind: 'ConfigMap',
      object: settings,
      causes: [{ event: 'added', kind: 'ConfigMap', object: settings }],
      result: 'requeueAfter',
      requeueAfter: 3_600_000,
      calls: [],
    });
    expect(run?.waited).toBeGreaterThanOrEqual(0);
    expect(run?.duration).toBeGreaterThanOrEqual(0);
    expect(Math.abs(Date.now() - Date.parse(run?.started ?? ''))).toBeLessThan(600_000);
  });

  test('contains its writes and what they changed, without the data of Secrets', async () => {
    await start(copies);
    const [first] = await runs(1);
    expect(first?.calls).toMatchObject([
      { verb: 'apply', group: '', resource: 'secrets', namespace, name: 'settings', status: 201 },
    ]);

    await expect.poll(() => manager.cache.find(Secret, settings)?.data?.['password']).toBeDefined();
    const before = (await runs(1)).length;
    await cluster.client.update(ConfigMap, {
      ...(await cluster.client.get(ConfigMap, settings)),
      data: { password: 'second' },
    });
    await expect
      .poll(() =>
        recorded()
          .slice(before)
          .some(({ calls }) => calls.some(isWrite)),
      )
      .toBe(true);
    const run = recorded()
      .slice(before)
      .find(({ calls }) => calls.some(isWrite));
    // The event of the Secret that the first reconcile created may be another cause.
    expect(run?.causes).toContainEqual({
      event: 'updated',
      kind: 'ConfigMap',
      object: settings,
      changes: [{ path: '.data.password', old: 'first', new: 'second' }],
    });
    expect(run?.calls).toMatchObject([
      { verb: 'apply', status: 200, changes: [{ path: '.data.password', old: 'redacted', new: 'redacted' }] },
    ]);
    const secrets = ['first', 'second'].map((text) => Buffer.from(text).toString('base64'));
    for (const secret of secrets) expect(JSON.stringify(recorded())).not.toContain(secret);
  });

  test('contains reads from the API server, and not those from the cache', async () => {
    await start(({ client, liveClient }) => async (request) => {
      await client.get(ConfigMap, request);
      await liveClient.get(ConfigMap, request);
      await client.find(ServiceAccount, { name: 'missing', namespace });
      return done;
    });
    const [run] = await runs(1);
    expect(run?.calls).toMatchObject([
      { verb: 'get', resource: 'configmaps', name: 'settings', status: 200 },
      { verb: 'get', resource: 'serviceaccounts', name: 'missing', status: 404 },
    ]);
    expect(run?.calls.filter(isWrite)).toEqual([]);
  });

  test('contains the error, and when the object is retried', async () => {
    let terminal = false;
    await start(() => async () => {
      if (terminal) throw new TerminalError('never again');
      terminal = true;
      throw new Error('not yet');
    });
    const [first, second] = await runs(2);
    expect(first).toMatchObject({ result: 'error', error: { message: 'not yet' } });
    expect(first?.error?.stack).toContain('recorded-runs.test.ts');
    expect(first?.requeueAfter).toBeGreaterThan(0);
    expect(second).toMatchObject({
      result: 'error',
      causes: [{ event: 'retry' }],
      error: { message: 'never again' },
    });
    expect(second).not.toHaveProperty('requeueAfter');
  });
});

test('without the option nothing is recorded', async () => {
  const reconciled: string[] = [];
  await start(
    () =>
      async (request, { causes }) => {
        reconciled.push(request.name);
        expect(causes[0]).not.toHaveProperty('states');
        return done;
      },
    { records: false },
  );
  await expect.poll(() => reconciled).toContain('settings');
  expect(manager.runs.length).toBe(0);
});
