import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { createClient } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../src/cluster.ts';

const report = { metadata: { name: 'report', namespace: 'default' } };

/** Creates a ConfigMap, and ignores that it may not. */
async function reportAs(transport: Transport): Promise<void> {
  await createClient(transport)
    .create(ConfigMap, report)
    .catch(() => {});
}

test('a test queries the audit log', async () => {
  await using cluster = await startCluster({ audit: true });
  await reportAs(cluster.transportFor({ name: 'reporter' }));

  const denied = cluster.audit().filter(({ responseStatus }) => responseStatus.code === 403);
  expect(denied.map(({ objectRef }) => objectRef?.resource)).toEqual(['configmaps']);
  expect(denied[0]?.user).toEqual({ username: 'reporter', groups: ['system:authenticated'] });
});

test('the audit log is off by default', async () => {
  await using cluster = await startCluster();
  expect(() => cluster.audit()).toThrow('the audit log is off: start the cluster with { audit: true }');
});

test('the file contains the events as lines of JSON', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'opgen-audit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'audit.log');
  for (let run = 0; run < 2; run += 1) {
    await using cluster = await startCluster({ audit: { file } });
    await cluster.client.create(ConfigMap, report);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    const events = lines.map((line) => JSON.parse(line) as unknown);
    expect(events.slice(-1)).toEqual(cluster.audit().slice(-1));
    expect(events.length).toBeGreaterThan(run);
  }
});
