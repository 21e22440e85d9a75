/**
 * `npm run kills [-- --resources=5000 --kills=20]`: two replicas of an operator on a real API server. The
 * leader is killed again and again in the middle of its work, is frozen for longer than its Lease, and the API server
 * and etcd are killed as well. Reports what was lost and what was done twice.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AlreadyExistsError, type Client, controllerOf, mergePatch } from '@opgen/runtime';
import { Lease } from '@opgen/runtime/kinds/coordination/v1';
import { ConfigMap } from '@opgen/runtime/kinds/core/v1';
import { type OwnRealCluster, startRealCluster } from '@opgen/testing';
import { Memcached } from '../reconcile/memcached.ts';
import { bundle } from '../support/bundle.ts';
import { table } from '../support/markdown.ts';
import { lease } from './kills-lease.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const namespace = 'default';

/** Two processes of the operator. Each is started again when it exits, as a Deployment does. */
class Replicas {
  readonly #client: Client;
  readonly #start: (name: string) => ChildProcess;
  readonly #running = new Map<string, ChildProcess>();
  #started = 0;
  #stopped = false;

  constructor(client: Client, start: (name: string) => ChildProcess) {
    this.#client = client;
    this.#start = start;
    for (let replica = 0; replica < 2; replica += 1) void this.#keep();
  }

  /** Resolves to the replica that holds the Lease. */
  async leader(): Promise<ChildProcess> {
    for (;;) {
      const found = await this.#client.find(Lease, lease).catch(() => undefined);
      const holder = found?.spec?.holderIdentity?.split('_')[0] ?? '';
      const leader = this.#running.get(holder);
      if (leader !== undefined) return leader;
      await delay(50);
    }
  }

  async kill(): Promise<void> {
    const leader = await this.leader();
    leader.kill('SIGKILL');
    await exited(leader);
  }

  /** Suspends the process of the leader until the other replica has taken over. */
  async freeze(): Promise<void> {
    const leader = await this.leader();
    leader.kill('SIGSTOP');
    while ((await this.leader()) === leader) await delay(50);
    leader.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const running = [...this.#running.values()];
    for (const replica of running) replica.kill('SIGTERM');
    await Promise.all(running.map(exited));
  }

  async #keep(): Promise<void> {
    while (!this.#stopped) {
      const name = `replica-${(this.#started += 1)}`;
      const replica = this.#start(name);
      this.#running.set(name, replica);
      await exited(replica);
      this.#running.delete(name);
      await delay(200);
    }
  }
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

interface Plan {
  resources: number;
  kills: number;
}

async function main(plan: Plan): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'opgen-kills-'));
  const cluster = await startRealCluster();
  try {
    await cluster.install(here('../reconcile/memcached.crd.yaml'));
    const config = join(folder, 'kubeconfig');
    await writeFile(config, (await cluster.serve()).kubeconfig, { mode: 0o600 });
    const operator = await bundle(here('kills-operator.ts'), join(folder, 'operator.mjs'));
    const replicas = new Replicas(cluster.client, (name) =>
      spawn(process.execPath, [operator, `--config=${config}`], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, POD_NAME: name },
      }),
    );
    const started = performance.now();
    const counts = await disrupt(cluster, replicas, plan);
    const late = await whenQuiet(cluster.client);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    await replicas.stop();
    await report(cluster.client, plan, { ...counts, 'not reconciled': late, seconds: Number(seconds) });
  } finally {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a part of the resources and changes the previous part, then kills the leader while it works on them. */
async function disrupt(
  cluster: OwnRealCluster,
  replicas: Replicas,
  { resources, kills }: Plan,
): Promise<Record<string, number>> {
  const counts = { kills: 0, freezes: 0, 'restarts of the API server': 0, 'restarts of etcd': 0 };
  const part = Math.ceil(resources / kills);
  for (let round = 0; round <= kills; round += 1) {
    await replicas.leader();
    const work = Promise.all([
      forEach(round * part, Math.min((round + 1) * part, resources), (name) => create(cluster.client, name)),
      forEach((round - 1) * part, Math.min(round * part, resources), (name) => change(cluster.client, name)),
    ]);
    if (round < kills) {
      await delay(200 + Math.random() * 800);
      await replicas.kill();
      counts.kills += 1;
    }
    if (round % 5 === 1) {
      await cluster.apiServer.restart();
      counts['restarts of the API server'] += 1;
    }
    if (round % 5 === 3) {
      await cluster.etcd.restart();
      counts['restarts of etcd'] += 1;
    }
    await work;
    if (round % 5 === 4) {
      await replicas.freeze();
      counts.freezes += 1;
    }
    process.stderr.write(`round ${round} of ${kills}\n`);
  }
  return counts;
}

/** Runs the step for each name, ten at a time. A step that fails because the server is down is repeated. */
async function forEach(from: number, to: number, step: (name: string) => Promise<unknown>): Promise<void> {
  let next = Math.max(from, 0);
  const worker = async (): Promise<void> => {
    while (next < to) {
      const name = `memcached-${next}`;
      next += 1;
      while (!(await step(name).then(succeeded, failed))) await delay(200);
    }
  };
  await Promise.all(Array.from({ length: 10 }, worker));
}

const succeeded = () => true;
const failed = () => false;

async function create(client: Client, name: string): Promise<void> {
  await client
    .create(Memcached, { metadata: { name, namespace }, spec: { size: 1 } })
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyExistsError)) throw error;
    });
}

async function change(client: Client, name: string): Promise<void> {
  await client.patch(Memcached, { name, namespace }, mergePatch({ spec: { size: 2 } }));
}

/** Waits until every resource is reconciled, at most five minutes. Returns how many are not. */
async function whenQuiet(client: Client): Promise<number> {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const { items } = await client.list(Memcached, { namespace });
    const late = items.filter(({ metadata, status }) => status?.observedGeneration !== metadata.generation);
    if (late.length === 0 || performance.now() > deadline) return late.length;
    await delay(1_000);
  }
}

async function report(client: Client, plan: Plan, counts: Record<string, number>): Promise<void> {
  const memcacheds = (await client.list(Memcached, { namespace })).items;
  const children = (await client.list(ConfigMap, { namespace })).items.filter(controllerOf);
  const made = new Map<string, number>();
  for (const child of children) {
    const key = `${controllerOf(child)?.uid} ${child.data?.['generation']}`;
    made.set(key, (made.get(key) ?? 0) + 1);
  }
  const wrong = {
    'resources lost': plan.resources - memcacheds.length,
    'last generation without a child': memcacheds.filter(
      ({ metadata }) => !made.has(`${metadata.uid} ${metadata.generation}`),
    ).length,
    'children created twice': [...made.values()].filter((count) => count > 1).length,
    'not reconciled': counts['not reconciled'] ?? 0,
  };
  const rows = Object.entries({
    resources: memcacheds.length,
    children: children.length,
    ...counts,
    ...wrong,
  });
  process.stdout.write(
    `${table(
      ['', ''],
      rows.map(([name, count]) => [name, String(count)]),
    )}\n`,
  );
  if (Object.values(wrong).some((count) => count !== 0)) process.exitCode = 1;
}

const { values } = parseArgs({
  options: {
    resources: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '20' },
  },
});
await main({ resources: Number(values.resources), kills: Number(values.kills) });
