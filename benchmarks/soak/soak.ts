/**
 * `npm run soak -- [--minutes=10]`: runs an operator on a real API server under constant churn, and kills the API server
 * several times. Reports whether memory and handles stay flat.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Client, mergePatch } from '@opgen/runtime';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { type OwnRealCluster, startRealCluster } from '@opgen/testing';
import { Memcached } from '../reconcile/memcached.ts';
import { bundle } from '../support/bundle.ts';
import { table } from '../support/markdown.ts';
import { median } from '../support/statistics.ts';

/** What the operator reports; see operator.ts. */
interface Sample {
  rss: number;
  heapUsed: number;
  handles: number;
  timers: number;
  reconciles: number;
  relists: number;
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const namespace = 'default';
const objects = 200;
/** How many times the API server is killed in all; the last time is at the end. */
const faults = 4;

async function main(minutes: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'opgen-soak-'));
  const cluster = await startRealCluster();
  const over = new AbortController();
  try {
    await cluster.install(here('../reconcile/memcached.crd.yaml'));
    const config = join(folder, 'kubeconfig');
    await writeFile(config, (await cluster.serve()).kubeconfig, { mode: 0o600 });
    const operator = await bundle(here('operator.ts'), join(folder, 'operator.mjs'));
    const child = spawn(process.execPath, ['--expose-gc', operator, `--config=${config}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const samples: Sample[] = [];
    const reading = read(child, samples);
    const length = minutes * 60_000;
    const ending = setTimeout(() => over.abort(), length);
    try {
      await Promise.all([
        churn(cluster.client, over.signal),
        breakNowAndThen(cluster, length / faults, over.signal),
      ]);
    } finally {
      clearTimeout(ending);
      child.kill('SIGTERM');
    }
    const [code] = (await once(child, 'exit')) as [number | null];
    await reading;
    report(samples, code);
  } finally {
    over.abort();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function read(child: ChildProcess, samples: Sample[]): Promise<void> {
  for await (const line of createInterface({ input: child.stdout! })) {
    if (line === 'ready') continue;
    samples.push(JSON.parse(line) as Sample);
    process.stderr.write(`${line}\n`);
  }
}

/** Kills and restarts the API server until the signal aborts. Completes a restart that has begun. */
async function breakNowAndThen(
  { apiServer }: OwnRealCluster,
  betweenFaults: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await delay(betweenFaults, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await apiServer.restart();
  }
}

/** Creates, changes and deletes objects, several at a time, until the signal aborts. Retries failures later. */
async function churn(client: Client, signal: AbortSignal): Promise<void> {
  let turn = 0;
  const worker = async (): Promise<void> => {
    while (!signal.aborted) {
      turn += 1;
      await step(client, turn).catch(() => delay(500));
    }
  };
  await Promise.all(Array.from({ length: 3 }, worker));
}

async function step(client: Client, turn: number): Promise<void> {
  const key = { name: `memcached-${turn % objects}`, namespace };
  const found = await client.find(Memcached, key);
  if (found === undefined) {
    await client.create(Memcached, { metadata: key, spec: { size: 1 } });
  } else if (turn % 3 === 0) {
    await client.delete(Memcached, key);
    // No controllers run here that would do it.
    await client.delete(ConfigMap, key);
  } else {
    await client.patch(Memcached, key, mergePatch({ spec: { size: turn } }));
  }
}

function report(samples: readonly Sample[], exitCode: number | null): void {
  const third = Math.floor(samples.length / 3);
  const [early, late] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
  const figures: { figure: string; of: (sample: Sample) => number; slack: number }[] = [
    { figure: 'heap, MiB', of: ({ heapUsed }) => heapUsed / 2 ** 20, slack: 2 },
    { figure: 'memory, MiB', of: ({ rss }) => rss / 2 ** 20, slack: 16 },
    { figure: 'handles', of: ({ handles }) => handles, slack: 5 },
    { figure: 'timers', of: ({ timers }) => timers, slack: 5 },
  ];
  const rows = figures.map(({ figure, of, slack }) => {
    const [before, after] = [median(early.map(of)), median(late.map(of))];
    const isFlat = after <= before * 1.1 + slack;
    if (!isFlat) process.exitCode = 1;
    return [figure, before.toFixed(1), after.toFixed(1), isFlat ? 'flat' : 'grows'];
  });
  const last = samples.at(-1);
  process.stdout.write(`${table(['', 'second third', 'last third', ''], rows)}\n`);
  process.stdout.write(`${last?.reconciles} reconciles, ${last?.relists} relists, exit code ${exitCode}\n`);
  if (exitCode !== 0) process.exitCode = 1;
}

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' } } });
await main(Number(values.minutes));
