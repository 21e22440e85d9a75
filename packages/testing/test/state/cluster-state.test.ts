import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { defineKind, systemClock } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { Deployment } from '@opgen/runtime/kinds/apps/v1';
import { ConfigMap, Namespace, Node, Pod } from '@opgen/runtime/kinds/core/v1';
import { afterEach, expect, test } from 'vitest';
import { type ClusterOptions, startCluster } from '../../src/cluster.ts';
import { StateError } from '../../src/state/state-error.ts';

const folders: string[] = [];
afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'opgen-state-'));
  folders.push(folder);
  return join(folder, 'state');
}

/** Runs something on the cluster in a folder, then stops the cluster. */
async function on<T>(
  state: string,
  work: (cluster: Awaited<ReturnType<typeof startCluster>>) => Promise<T>,
  options: ClusterOptions = {},
): Promise<T> {
  await using cluster = await startCluster({ ...options, state });
  return await work(cluster);
}

/** The resource version of the whole store. */
async function revisionOf(transport: Transport): Promise<number> {
  const response = await transport.request({ method: 'GET', path: '/api/v1/configmaps' });
  const { metadata } = JSON.parse(await response.text()) as { metadata: { resourceVersion: string } };
  return Number(metadata.resourceVersion);
}

const settings = { metadata: { name: 'settings', namespace: 'default' }, data: { color: 'blue' } };

test('objects, revisions and kinds outlive the cluster', async () => {
  const state = stateFolder();
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'trees.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Tree', plural: 'trees' },
      scope: 'Namespaced',
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      ],
    },
  };
  const Tree = defineKind({
    apiVersion: 'example.com/v1',
    kind: 'Tree',
    plural: 'trees',
    scope: 'Namespaced',
  });
  const tree = { metadata: { name: 'oak', namespace: 'default' } };
  const before = await on(state, async ({ client, transport, install }) => {
    await install(definition);
    await client.create(Tree, tree);
    const created = await client.create(ConfigMap, settings);
    await client.create(ConfigMap, { ...settings, metadata: { ...settings.metadata, name: 'deleted' } });
    await client.delete(ConfigMap, { ...settings.metadata, name: 'deleted' });
    return { created, revision: await revisionOf(transport) };
  });
  await on(state, async ({ client, transport }) => {
    expect(await client.get(ConfigMap, settings.metadata)).toEqual(before.created);
    expect(await client.get(Tree, tree.metadata)).toMatchObject(tree);
    const { items } = await client.list(ConfigMap);
    expect(items.map((each) => each.metadata.name)).not.toContain('deleted');
    expect(await revisionOf(transport)).toBe(before.revision);
  });
});

test('the changes of the last run cannot be watched', async () => {
  const state = stateFolder();
  const { metadata } = await on(state, ({ client }) => client.create(ConfigMap, settings));
  await on(state, async ({ client, transport }) => {
    await client.create(ConfigMap, { ...settings, metadata: { ...settings.metadata, name: 'next' } });
    const old = Number(metadata.resourceVersion) - 1;
    const path = `/api/v1/configmaps?watch=true&timeoutSeconds=1&resourceVersion=${old}`;
    const response = await transport.request({ method: 'GET', path });
    expect(await response.text()).toContain('"code":410');
  });
});

test(
  'what is killed at any moment keeps every write that was acknowledged',
  { timeout: 300_000 },
  async () => {
    const state = stateFolder();
    const writer = fileURLToPath(new URL('writer.ts', import.meta.url));
    const acknowledged: string[][] = [];
    for (let round = 1; round <= 3; round++) {
      const child = spawn(process.execPath, ['--conditions=source', '--import', 'tsx', writer, state], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let lines = 0;
      for await (const line of createInterface(child.stdout)) {
        acknowledged.push(line.split(' '));
        if (++lines === 40 * round) child.kill('SIGKILL');
      }
      if (child.signalCode === null) await once(child, 'exit');
      await on(state, async ({ client }) => {
        for (const [name = '', resourceVersion] of acknowledged) {
          const { metadata } = await client.get(ConfigMap, { name, namespace: 'default' });
          expect(metadata.resourceVersion).toBe(resourceVersion);
        }
      });
    }
  },
);

test('workloads and deletions go on where they were', { timeout: 300_000 }, async () => {
  const state = stateFolder();
  const workloads: ClusterOptions = { workloads: { nodes: 2 }, clock: systemClock };
  const web = { name: 'web', namespace: 'default' };
  const labels = { app: 'web' };
  const before = await on(
    state,
    async ({ client }) => {
      await client.create(Namespace, { metadata: { name: 'leaving', finalizers: ['example.com/hold'] } });
      await client.delete(Namespace, { name: 'leaving' });
      await client.create(Deployment, {
        metadata: web,
        spec: {
          replicas: 2,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
        },
      });
      await expect.poll(async () => (await client.get(Deployment, web)).status?.readyReplicas).toBe(2);
      return client.list(Pod);
    },
    workloads,
  );
  await on(
    state,
    async ({ client }) => {
      expect((await client.list(Node)).items).toHaveLength(2);
      const { items } = await client.list(Pod);
      expect(items.map(({ metadata }) => metadata.uid)).toEqual(
        before.items.map(({ metadata }) => metadata.uid),
      );
      await client.delete(Pod, items[0]!.metadata);
      await expect
        .poll(async () => (await client.list(Pod)).items.map(({ metadata }) => metadata.uid))
        .not.toContain(items[0]!.metadata.uid);
      await expect.poll(async () => (await client.get(Deployment, web)).status?.readyReplicas).toBe(2);
      const [kept] = (await client.list(Namespace)).items.filter(
        ({ metadata }) => metadata.name === 'leaving',
      );
      await client.update(Namespace, { ...kept!, metadata: { ...kept!.metadata, finalizers: [] } });
      await expect.poll(() => client.find(Namespace, { name: 'leaving' })).toBeUndefined();
    },
    workloads,
  );
});

test('a kubeconfig works after a restart', async () => {
  const state = stateFolder();
  const first = await on(state, ({ serve }) => serve());
  const second = await on(state, ({ serve }) => serve());
  // Something else may have taken the port in the meantime.
  expect(second.kubeconfig.replace(second.url, first.url)).toBe(first.kubeconfig);
  const { port } = JSON.parse(readFileSync(join(state, 'credentials.json'), 'utf8')) as { port: number };
  expect(second.url).toBe(`https://127.0.0.1:${port}`);
});

test('a folder that is in use is refused, and free after a failed start', async () => {
  const state = stateFolder();
  await on(state, async () => {
    const second = startCluster({ state });
    await expect(second).rejects.toThrow(`${state} is in use by the process with the ID ${process.pid}`);
    await expect(second).rejects.toBeInstanceOf(StateError);
  });
  await expect(startCluster({ state, crds: join(state, 'missing.yaml') })).rejects.toThrow('ENOENT');
  await on(state, async () => {});
});

test('the end of a line that was never finished is ignored, anything else is corrupt', async () => {
  const state = stateFolder();
  const path = join(state, 'objects.jsonl');
  await on(state, ({ client }) => client.create(ConfigMap, settings));
  appendFileSync(path, '{"table":"/configmaps","obj');
  await on(state, async ({ client }) => void (await client.get(ConfigMap, settings.metadata)));

  const whole = readFileSync(path, 'utf8');
  expect(whole).not.toContain('"obj\n');
  const lines = whole.split('\n');
  const replaced = (number: number, line: string): string =>
    lines.map((each, index) => (index === number - 1 ? line : each)).join('\n');
  for (const [content, problem] of [
    [replaced(3, lines[2]!.slice(0, -9)), 'is corrupt at line 3'],
    [replaced(2, '{"table":"/pods"}'), 'is corrupt at line 2'],
    [replaced(1, '{"format":"something else"}'), 'is corrupt at line 1'],
    ['', 'is corrupt at line 1'],
    [replaced(1, lines[0]!.replace('"version":1', '"version":2')), 'has format 2; this opgen reads 1'],
  ] as const) {
    writeFileSync(path, content);
    await expect(startCluster({ state }), content.slice(0, 60)).rejects.toThrow(problem);
    expect(readFileSync(path, 'utf8')).toBe(content);
  }
  writeFileSync(path, whole);
  writeFileSync(join(state, 'credentials.json'), '{');
  await expect(startCluster({ state })).rejects.toThrow('credentials.json is corrupt');
});

test('the files are readable only for their owner, and no others remain', async () => {
  const state = stateFolder();
  await on(state, ({ serve }) => serve());
  expect(readdirSync(state).toSorted()).toEqual(['credentials.json', 'objects.jsonl']);
});
