import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import clientNode from '@kubernetes/client-node/package.json' with { type: 'json' };
import { type RealCluster, startRealCluster } from '@opgen/testing';
import { alternate } from '../support/alternate.ts';
import type { Bench, Benchmark } from '../support/benchmark.ts';
import { asInImage, bundle, readableBundle } from '../support/bundle.ts';
import { columnsOf, type Compared, comparedRows, type Figure } from '../support/compared.ts';
import { goProgram } from '../support/go-programs.ts';
import { mebibytes, milliseconds, table } from '../support/markdown.ts';
import type { Command } from '../support/measure.ts';
import { percentile } from '../support/statistics.ts';
import { type Share, profileShares } from './profile.ts';
import type { Write } from './reconciler.ts';
import { latencies, throughput, type Throughput } from './runs.ts';

const objects = 2000;
const trickle = { count: 200, interval: 100 };
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The same controller with opgen, controller-runtime and client-node, against one kube-apiserver. */
export const reconcile: Benchmark = {
  name: 'reconcile',
  title: 'Reconciling on a real API server',
  async run(bench: Bench): Promise<string> {
    const { rounds, folder, progress } = bench;
    const cluster = await startRealCluster({ onBuild: (program) => progress(`building ${program}, once`) });
    try {
      await cluster.install(here('memcached.crd.yaml'));
      const config = join(folder, 'kubeconfig');
      await writeFile(config, (await cluster.serve()).kubeconfig, { mode: 0o600 });
      const operators = await operatorsFor(config, folder, bundle);
      // The first client of a fresh server would pay for the server's one-time work.
      await throughput(cluster, operators.peer('apply', 10), 200);

      const sections: string[] = [introduction];
      const waits: string[][] = [];
      for (const { write, text } of ways) {
        const rows: string[][] = [];
        for (const workers of [1, 10]) {
          progress(`${objects} resources, ${write}, ${workers} at a time, ${rounds} rounds`);
          const results = await alternate(
            rounds,
            eachOf((subject) => throughput(cluster, operators[subject](write, workers), objects)),
          );
          rows.push(...comparedRows(throughputFigures, compared(results, `, ${atATime(workers)}`)));
          waits.push([`${write}, ${atATime(workers)}`, ...waitCells(results.ours, workers)]);
        }
        sections.push(`${text}\n\n${table(columnsOf(throughputFigures), rows)}`);
      }

      sections.push(waitSection(waits));

      progress(`a resource each ${trickle.interval} ms`);
      const { count, interval } = trickle;
      const one = await alternate(
        rounds,
        eachOf((subject) => latencies(cluster, operators[subject]('apply', 1), count, interval)),
      );
      sections.push(latencySection(compared(one)));

      progress('profiles');
      const readable = join(folder, 'readable');
      const profiled = await operatorsFor(config, readable, readableBundle);
      sections.push(await profileSection(cluster, profiled, readable, 'ours'));
      sections.push(whyConnections, await profileSection(cluster, profiled, readable, 'clientNode'));
      return sections.join('\n\n');
    } finally {
      await cluster.stop();
    }
  },
};

const introduction = `"client-node" is an operator written by hand with ${clientNode.name} ${clientNode.version}: an informer per kind, a
queue of keys, typed requests, Node's default options. It has no retries, no backoff, no read-your-writes, no leader
election, no metrics, and does not notice a stuck informer. Its queue is first-in, first-out, so second reconciles run
after the last status is written, and few of their requests are counted.`;

const whyConnections = `client-node creates an agent, and so a connection, for each request. Each request therefore includes a TLS handshake
that loads the certificates again, and the API server does the other half of the work. Version 2, which needs a newer
Node, does the same.`;

const ways: readonly { write: Write; text: string }[] = [
  {
    write: 'apply',
    text: `${objects} resources exist when the operator starts. For each, it creates a ConfigMap with server-side apply and writes the
status with a merge patch. The time is measured from the start of the process to the last status.`,
  },
  {
    write: 'create',
    text: 'The same, but the operator looks up the ConfigMap in the cache and creates it if it does not exist.',
  },
];

const titles = { ours: 'opgen', peer: 'controller-runtime', clientNode: 'client-node' };
type Subject = keyof typeof titles;
const subjects = Object.keys(titles) as Subject[];

function eachOf<Value>(of: (subject: Subject) => Promise<Value>): Record<Subject, () => Promise<Value>> {
  const entries = subjects.map((subject) => [subject, () => of(subject)]);
  return Object.fromEntries(entries) as Record<Subject, () => Promise<Value>>;
}

function compared<Run>(results: Record<Subject, Run[]>, at = ''): Compared<Run>[] {
  return subjects.map((subject) => ({ title: `${titles[subject]}${at}`, runs: results[subject] }));
}

type Operators = Record<Subject, (write: Write, concurrency: number) => Command>;

async function operatorsFor(
  config: string,
  folder: string,
  bundled: (entry: string, outfile: string) => Promise<string>,
): Promise<Operators> {
  const withFlags =
    (command: Command) =>
    (write: Write, concurrency: number): Command => {
      const flags = [`--config=${config}`, `--concurrency=${concurrency}`, `--write=${write}`];
      return { ...command, args: [...command.args, ...flags] };
    };
  const ours = await bundled(here('operator.ts'), bundleIn(folder, 'ours'));
  const byHand = await bundled(here('client-node.ts'), bundleIn(folder, 'clientNode'));
  return {
    ours: withFlags(await asInImage(ours, [])),
    peer: withFlags({ program: await goProgram('reconcile'), args: [] }),
    clientNode: withFlags({ program: process.execPath, args: [byHand] }),
  };
}

const bundleIn = (folder: string, subject: Subject): string => join(folder, `${subject}.mjs`);

const throughputFigures: readonly Figure<Throughput>[] = [
  { column: 'objects per second', of: (run) => run.objectsPerSecond, text: (value) => value.toFixed(0) },
  { column: 'operator CPU', of: (run) => run.cost.cpuMs, text: milliseconds },
  { column: 'peak memory', of: (run) => run.cost.peakRssMiB, text: mebibytes },
  { column: 'memory afterwards', of: (run) => run.restMiB ?? Number.NaN, text: mebibytes },
  { column: 'kube-apiserver CPU', of: (run) => run.serverCpuMs, text: milliseconds },
  { column: 'requests per object', of: (run) => run.requestsPerObject, text: (value) => value.toFixed(2) },
];

const latencyFigures: readonly Figure<number[]>[] = [50, 99].map((percent) => ({
  column: `p${percent}`,
  of: (run) => percentile(run, percent),
  text: milliseconds,
}));

const atATime = (workers: number): string => (workers === 1 ? 'one at a time' : `${workers} at a time`);

/**
 * A worker's milliseconds per resource: waiting for responses, everything else, and the total. Each resource is
 * reconciled again when its ConfigMap exists; that reconcile writes nothing and counts as "everything else". All values
 * are from the median round, because medians of each would not add up.
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
  return `Where a worker of opgen spends its time per resource, in the median round, with the startup of the process divided among
all resources. Every operator waits for the API server for these requests; only the last part could be optimized, so no
operator that makes the same writes can be many times as fast.

${table(['', 'waiting for the ConfigMap', 'waiting for the status', 'everything else', 'total'], rows)}`;
}

function latencySection(programs: Compared<number[]>[]): string {
  return `Time from creating a resource to seeing it ready, with one worker and ${trickle.count} resources, one every ${trickle.interval} ms:

${table(columnsOf(latencyFigures), comparedRows(latencyFigures, programs))}`;
}

async function profileSection(
  cluster: RealCluster,
  operators: Operators,
  folder: string,
  subject: Subject,
): Promise<string> {
  const profiles = join(folder, `profiles-${subject}`);
  await mkdir(profiles);
  const command = operators[subject]('apply', 10);
  const args = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, ...command.args];
  await throughput(cluster, { ...command, args }, objects);
  const [profile] = await readdir(profiles);
  if (profile === undefined) throw new Error('Node wrote no profile');
  const { parts, functions, busyMs } = await profileShares(
    join(profiles, profile),
    bundleIn(folder, subject),
  );
  return `Where the main thread of ${titles[subject]} spends its ${milliseconds(busyMs)} with ten reconciles at a time (apply; self time, including startup):

${table(['part', 'share'], shareRows(parts))}

${table(['function', 'share'], shareRows(functions))}`;
}

function shareRows(shares: Share[]): string[][] {
  return shares.map(({ part, share }) => [part, `${(share * 100).toFixed(1)} %`]);
}
