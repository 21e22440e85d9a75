import { channel } from 'node:diagnostics_channel';
import { expect, test } from 'vitest';
import { done } from '../../src/controller/result.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { Manager } from '../../src/manager/manager.ts';
import { RecordingLogger } from '../support/recording-logger.ts';
import { startTestCluster } from '../support/test-cluster.ts';

test('a subscriber of the diagnostics channel opgen:run receives the runs of managers created later', async () => {
  await using cluster = await startTestCluster();
  const names = new Set<unknown>();
  const subscriber = (message: unknown): void =>
    void names.add((message as { controller: string }).controller);
  channel('opgen:run').subscribe(subscriber);
  const manager = new Manager({ transport: cluster.transport, log: new RecordingLogger() });
  manager
    .controller('observed')
    .for(ConfigMap)
    .reconcileWith({ reconcile: async () => done });
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  try {
    await manager.ready;
    await cluster.client.create(ConfigMap, { metadata: { name: 'observed', namespace: 'default' } });
    await expect.poll(() => [...names]).toContain('observed');
    expect(manager.runs.length).toBeGreaterThan(0);
  } finally {
    channel('opgen:run').unsubscribe(subscriber);
    stop.abort();
    await running;
  }
});
