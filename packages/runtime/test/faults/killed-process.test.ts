/** The process of an operator is killed in the middle of its writes, again and again, on a real API server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OwnRealCluster, realServerAvailable, startRealCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mergePatch } from '../../src/index.ts';
import { ConfigMap } from '../../src/kinds/core/v1.ts';
import { StatusObserver, ticketsTooMany, whatIsWrong } from './support/status-observer.ts';
import { Memcached, memcachedCrd } from './support/memcached.ts';
import { World } from './support/memcached-operator.ts';

const program = fileURLToPath(new URL('support/memcached-process.ts', import.meta.url));
const namespace = 'default';
const names = ['lemon', 'lime', 'orange'];
const poll = { interval: 100 };

describe.skipIf(!(await realServerAvailable()))('on a real API server', () => {
  let cluster: OwnRealCluster;
  let folder: string;
  let operator: ChildProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'opgen-killed-'));
    cluster = await startRealCluster();
    await cluster.install(memcachedCrd);
    await writeFile(join(folder, 'kubeconfig'), (await cluster.serve()).kubeconfig, { mode: 0o600 });
  });

  afterAll(async () => {
    operator?.kill('SIGKILL');
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  function begin(): ChildProcess {
    const files = [join(folder, 'kubeconfig'), join(folder, 'buckets')];
    const command = ['--import', 'tsx', '--conditions=source', program, ...files];
    return spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Kills the process as soon as this many of its writes are visible, while others are in flight. */
  async function killAfterWrites(count: number): Promise<void> {
    const victim = (operator = begin());
    const over = new AbortController();
    let writes = 0;
    const { resourceVersion } = await cluster.client.list(ConfigMap, { namespace, limit: 1 });
    for await (const { type } of cluster.client.watch(ConfigMap, {
      namespace,
      resourceVersion,
      signal: over.signal,
    })) {
      if (type !== 'BOOKMARK') writes += 1;
      if (writes === count) break;
    }
    const exited = once(victim, 'exit');
    victim.kill('SIGKILL');
    await exited;
    over.abort();
  }

  async function ask(spec: Memcached['spec']): Promise<void> {
    for (const name of names) {
      const key = { name, namespace };
      const found = await cluster.client.find(Memcached, key);
      if (found) await cluster.client.patch(Memcached, key, mergePatch({ spec }));
      else await cluster.client.create(Memcached, { metadata: key, spec });
    }
  }

  const wrong = async (): Promise<string[]> =>
    whatIsWrong(cluster.client, new World(new Set(await readdir(join(folder, 'buckets')))));

  test('the next process completes the work and repeats no write', async () => {
    const observer = new StatusObserver(cluster.client);
    // A flavour per life forces each process to rewrite everything, however much the ones before it wrote.
    const lives = [1, 3, 6, 2, 5].map((writes, life) => ({ writes, size: life % 2 === 0 ? 6 : 2 }));
    const left: string[][] = [];
    for (const [life, { writes, size }] of lives.entries()) {
      await ask({ size, flavour: `flavour-${life}` });
      await killAfterWrites(writes);
      left.push(await wrong());
    }
    // At least some were killed with work left to do.
    expect(left.flat()).not.toEqual([]);

    operator = begin();
    let output = '';
    operator.stdout?.on('data', (chunk) => (output += String(chunk)));
    await expect.poll(wrong, poll).toEqual([]);
    expect(await ticketsTooMany(cluster.client)).toBe(0);
    expect(observer.doubled).toEqual([]);
    const exited = once(operator, 'exit');
    operator.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(output).toContain(`overlaps 0 buckets ${names.length}`);
    await observer.stop();
  });
});
