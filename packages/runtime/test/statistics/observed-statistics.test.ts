import { channel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { done } from '../../src/controller/result.ts';
import { deferred } from '../../src/deferred.ts';
import type { Statistics } from '../../src/entry-points/runs.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { startTestCluster } from '../support/test-cluster.ts';

test('a subscriber of the diagnostics channel opgen:statistics receives the load of controllers and caches', async () => {
  await using cluster = await startTestCluster();
  await cluster.client.create(ConfigMap, { metadata: { name: 'watched', namespace: 'default' } });
  let latest: Statistics | undefined;
  const subscriber = (message: unknown): void => void (latest = message as Statistics);
  channel('opgen:statistics').subscribe(subscriber);
  const manager = new Manager({ transport: cluster.transport, log: new RecordingLogger() });
  const held = deferred();
  manager
    .controller('measured')
    .for(ConfigMap)
    .withOptions({ concurrency: 3 })
    .reconcileWith({
      async reconcile({ name }) {
        if (name === 'watched') await held.promise;
        if (name === 'watched') throw new Error('refused');
        return done;
      },
    });
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  const controller = (): Statistics['controllers'][number] | undefined =>
    latest?.controllers.find(({ name }) => name === 'measured');
  try {
    await manager.ready;
    await expect.poll(() => controller()?.active).toBe(1);
    expect(controller()).toMatchObject({ name: 'measured', kind: 'ConfigMap', workers: 3 });
    held.resolve();
    await expect.poll(() => controller()?.results.error).toBeGreaterThan(0);
    expect(controller()?.retries).toBeGreaterThan(0);
    const { bounds = [], counts = [] } = controller()?.durations ?? {};
    expect(counts).toHaveLength(bounds.length + 1);
    expect(latest?.caches).toEqual([
      expect.objectContaining({ apiVersion: 'v1', kind: 'ConfigMap', synced: true }),
    ]);
    expect(latest).not.toHaveProperty('leads');
  } finally {
    channel('opgen:statistics').unsubscribe(subscriber);
    stop.abort();
    await running;
  }
});
