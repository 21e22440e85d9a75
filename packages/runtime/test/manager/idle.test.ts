import { channel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { done } from '../../src/controller/result.ts';
import { deferred } from '../../src/deferred.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { startTestCluster } from '../support/test-cluster.ts';

test('a manager is idle while no reconcile is queued or running, and subscribers of opgen:manager can ask it', async () => {
  await using cluster = await startTestCluster();
  const published: unknown[] = [];
  const subscriber = (message: unknown): void => void published.push(message);
  channel('opgen:manager').subscribe(subscriber);
  const manager = new Manager({ transport: cluster.transport, log: new RecordingLogger() });
  const running = deferred();
  const gate = deferred();
  manager
    .controller('idle')
    .for(ConfigMap)
    .reconcileWith({
      async reconcile({ name }) {
        if (name !== 'slow') return done;
        running.resolve();
        await gate.promise;
        return { type: 'requeueAfter', delay: 60_000 };
      },
    });
  expect(manager.idle).toBe(false);
  const stop = new AbortController();
  const ended = manager.start(stop.signal);
  try {
    await manager.ready;
    await expect.poll(() => manager.idle).toBe(true);
    await cluster.client.create(ConfigMap, { metadata: { name: 'slow', namespace: 'default' } });
    await running.promise;
    expect(manager.idle).toBe(false);
    gate.resolve();
    await expect.poll(() => manager.idle).toBe(true);
    expect(published).toContain(manager);
  } finally {
    channel('opgen:manager').unsubscribe(subscriber);
    stop.abort();
    await ended;
  }
  expect(manager.idle).toBe(false);
});
