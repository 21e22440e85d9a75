import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RealCluster, startRealCluster } from '@opgen/testing';
import { alternate } from '../support/alternate.ts';
import type { Bench, Benchmark } from '../support/benchmark.ts';
import { asInImage, bundle } from '../support/bundle.ts';
import { goProgram } from '../support/go-programs.ts';
import { mebibytes, milliseconds, ratio, table } from '../support/markdown.ts';
import type { Command } from '../support/measure.ts';
import { median, percentile } from '../support/statistics.ts';
import { type Share, profileShares } from './profile.ts';
import type { Write } from './reconciler.ts';
import { latencies, throughput, type Throughput } from './runs.ts';

const objects = 2000;
const trickle = { count: 200, interval: 100 };
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The same controller on our runtime and on controller-runtime, against one kube-apiserver. */
export const reconcile: Benchmark = {
  name: 'reconcile',
  title: 'Reconciling on a real API server',
  async run(bench: Bench): Promise<string> {
    const { rounds, folder, progress } = bench;
    const cluster = await startRealCluster({ onBuild: (program) => progress(`building ${program}, once`) });
    try {
      await cluster.install(here('memcached.crd.yaml'));
      const operators = await operatorsFor(cluster, folder);
      // The first to write to a fresh server would pay for what the server does once.
      await throughput(cluster, operators.peer('apply', 10), 200);

      const sections: string[] = [];
      const waits: string[][] = [];
      for (const { write, text } of ways) {
        const rows: string[][] = [];
        for (const workers of [1, 10]) {
          progress(`${objects} resources, ${write}, ${workers} at a time, ${rounds} rounds`);
          const results = await alternate(rounds, {
            ours: () => throughput(cluster, operators.ours(write, workers), objects),
            peer: () => throughput(cluster, operators.peer(write, workers), objects),
          });
          rows.push(...throughputRows(workers, results.ours, results.peer));
          waits.push([`${write}, ${atATime(workers)}`, ...waitCells(results.ours, workers)]);
        }
        sections.push(`${text}\n\n${table(throughputColumns, rows)}`);
      }

      sections.push(waitSection(waits));

      progress(`a resource each ${trickle.interval} ms`);
      const one = await alternate(rounds, {
        ours: () => latencies(cluster, operators.ours('apply', 1), trickle.count, trickle.interval),
        peer: () => latencies(cluster, operators.peer('apply', 1), trickle.count, trickle.interval),
      });
      sections.push(latencySection(one.ours, one.peer));

      progress('profile');
      sections.push(await profileSection(cluster, operators, folder));
      return sections.join('\n\n');
    } finally {
      await cluster.stop();
    }
  },
};

const ways: readonly { write: Write; text: string }[] = [
  {
    write: 'apply',
    text: `${objects} resources wait when the operator starts; each gets a ConfigMap by server-side apply and a status
by merge patch. Time runs from the start of the process to the last status.`,
  },
  {
    write: 'create',
    text: 'The same, but the ConfigMap is looked up in the cache and created when it is not there.',
  },
];

interface Operators {
  bundled: string;
  ours(write: Write, concurrency: number): Command;
  peer(write: Write, concurrency: number): Command;
}

async function operatorsFor(cluster: RealCluster, folder: string): Promise<Operators> {
  const config = join(folder, 'kubeconfig');
  await writeFile(config, (await cluster.serve()).kubeconfig, { mode: 0o600 });
  const bundled = await bundle(here('operator.ts'), join(folder, 'operator.mjs'));
  const ours = await asInImage(bundled, []);
  const peer = await goProgram('reconcile');
  const flags = (write: Write, concurrency: number): string[] => [
    `--config=${config}`,
    `--concurrency=${concurrency}`,
    `--write=${write}`,
  ];
  return {
    bundled,
    ours: (...how) => ({ ...ours, args: [...ours.args, ...flags(...how)] }),
    peer: (...how) => ({ program: peer, args: flags(...how) }),
  };
}

const throughputColumns = [
  '',
  'objects a second',
  'CPU of the operator',
  'peak memory',
  'memory after',
  'CPU of kube-apiserver',
  'requests an object',
];

function throughputRows(workers: number, ours: Throughput[], peer: Throughput[]): string[][] {
  const figures: { of: (run: Throughput) => number; text: (value: number) => string }[] = [
    { of: (run) => run.objectsPerSecond, text: (value) => value.toFixed(0) },
    { of: (run) => run.cost.cpuMs, text: milliseconds },
    { of: (run) => run.cost.peakRssMiB, text: mebibytes },
    { of: (run) => run.restMiB ?? Number.NaN, text: mebibytes },
    { of: (run) => run.serverCpuMs, text: milliseconds },
    { of: (run) => run.requestsPerObject, text: (value) => value.toFixed(2) },
  ];
  const at = atATime(workers);
  return [
    [`opgen, ${at}`, ...figures.map(({ of, text }) => text(median(ours.map(of))))],
    [`controller-runtime, ${at}`, ...figures.map(({ of, text }) => text(median(peer.map(of))))],
    ['ours to the peer', ...figures.map(({ of }) => ratio(median(ours.map(of)), median(peer.map(of))))],
  ];
}

const atATime = (workers: number): string => (workers === 1 ? 'one at a time' : `${workers} at a time`);

/**
 * A worker's milliseconds for one resource: waiting for the answers, the rest, and all of it. Each resource is run for
 * again once its ConfigMap is there; such a run writes nothing, waits for nothing, and is in the rest. The figures are
 * those of the round in the middle: medians of each would not add up.
 */
function waitCells(runs: readonly Throughput[], workers: number): string[] {
  const bySpeed = runs.toSorted((a, b) => a.objectsPerSecond - b.objectsPerSecond);
  const middle = bySpeed[Math.floor((runs.length - 1) / 2)];
  if (middle?.times === undefined) throw new Error('our operator did not say how long its requests took');
  const configMap = middle.times.configMap / objects;
  const status = middle.times.status / objects;
  const all = (workers * 1000) / middle.objectsPerSecond;
  return [configMap, status, all - configMap - status, all].map(milliseconds);
}

function waitSection(rows: string[][]): string {
  return `Where a worker of ours spends its time for one resource, in the round in the middle; the start of the process is
shared out among all:

${table(['', 'waits for the ConfigMap', 'waits for the status', 'the rest', 'together'], rows)}`;
}

function latencySection(ours: number[][], peer: number[][]): string {
  const at = [50, 99].map((percent) => ({
    ours: median(ours.map((run) => percentile(run, percent))),
    peer: median(peer.map((run) => percentile(run, percent))),
  }));
  const rows = [
    ['opgen', ...at.map((figure) => milliseconds(figure.ours))],
    ['controller-runtime', ...at.map((figure) => milliseconds(figure.peer))],
    ['ours to the peer', ...at.map((figure) => ratio(figure.ours, figure.peer))],
  ];
  return `From asking for a resource to seeing it ready, one worker, ${trickle.count} of them, one each ${trickle.interval} ms:

${table(['', 'p50', 'p99'], rows)}`;
}

async function profileSection(cluster: RealCluster, operators: Operators, folder: string): Promise<string> {
  const profiles = join(folder, 'profiles');
  await mkdir(profiles);
  const command = operators.ours('apply', 10);
  const args = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, ...command.args];
  await throughput(cluster, { ...command, args }, objects);
  const [profile] = await readdir(profiles);
  if (profile === undefined) throw new Error('Node wrote no profile');
  const { parts, functions, busyMs } = await profileShares(join(profiles, profile), operators.bundled);
  return `Where our operator's ${milliseconds(busyMs)} of the main thread go at ten at a time (apply, its own lines, start included):

${table(['part', 'share'], shareRows(parts))}

${table(['function', 'share'], shareRows(functions))}`;
}

function shareRows(shares: Share[]): string[][] {
  return shares.map(({ part, share }) => [part, `${(share * 100).toFixed(1)} %`]);
}
