import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startRealCluster } from '@opgen/testing';
import { alternate } from '../support/alternate.ts';
import type { Bench, Benchmark } from '../support/benchmark.ts';
import { profileShares } from '../reconcile/profile.ts';
import { asInImage, bundle, readableBundle } from '../support/bundle.ts';
import { columnsOf, comparedRows, type Figure } from '../support/compared.ts';
import { goProgram } from '../support/go-programs.ts';
import { mebibytes, milliseconds, table } from '../support/markdown.ts';
import type { Command } from '../support/measure.ts';
import { fill } from './fill.ts';
import { fluentClient, peprWatch } from './pepr.ts';
import { type Synced, synced } from './synced.ts';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const counts = [0, 10_000, 100_000];

/** The time and memory that an operator needs to start and to cache many objects. */
export const cache: Benchmark = {
  name: 'cache',
  title: 'Operator startup and cache memory',
  async run(bench: Bench): Promise<string> {
    const { rounds, folder, progress } = bench;
    const cluster = await startRealCluster({ onBuild: (program) => progress(`building ${program}, once`) });
    try {
      await cluster.install(here('../reconcile/memcached.crd.yaml'));
      const config = join(folder, 'kubeconfig');
      await writeFile(config, (await cluster.serve()).kubeconfig, { mode: 0o600 });
      progress(`installing ${fluentClient}`);
      const programs = await programsFor(config, folder);
      const rows: string[][] = [];
      let bytes = 0;
      for (const count of counts) {
        progress(`${count} objects, ${rounds} rounds`);
        bytes = await fill(cluster.etcd.url, count);
        await cluster.apiServer.restart();
        // The first client would wait until the API server has filled its own cache.
        await synced(programs.ours);
        rows.push(...rowsOf(count, await measured(rounds, count, programs)));
      }
      return [
        `Each operator watches one kind in all namespaces, with ${bytes} bytes per stored object, and reconciles every object once
without writing. "Ready" is the time from the start of the process until all objects are cached; CPU and memory at rest
are measured about five seconds later. client-node's informer only lists and watches, without queue or controller. Pepr's
watch, from ${fluentClient.replace('@', ' ')}, calls a function with each object and is ready after the last one. It has
no store to read from, but keeps every object to compare it at the next relist.`,
        table(columnsOf(figures), rows),
        await whereTimeGoes(config, folder),
        await sizes(operatorIn(folder), programs.peer.program),
      ].join('\n\n');
    } finally {
      await cluster.stop();
    }
  },
};

type Subject = 'ours' | 'peer' | 'informer' | 'pepr';
type Programs = Record<Exclude<Subject, 'pepr'>, Command> & { pepr: (objects: number) => Command };

const titles: Record<Subject, string> = {
  ours: 'opgen',
  peer: 'controller-runtime',
  informer: 'client-node’s informer',
  pepr: 'Pepr’s watch',
};

const operatorIn = (folder: string): string => join(folder, 'operator.mjs');

const operator = here('../reconcile/operator.ts');
const flagsOf = (config: string): string[] => [`--config=${config}`, '--write=none'];

async function programsFor(config: string, folder: string): Promise<Programs> {
  const informer = await bundle(here('informer.ts'), join(folder, 'informer.mjs'));
  return {
    ours: await asInImage(await bundle(operator, operatorIn(folder)), flagsOf(config)),
    peer: { program: await goProgram('reconcile'), args: flagsOf(config) },
    informer: { program: process.execPath, args: [informer, `--config=${config}`] },
    pepr: await peprWatch(config, folder),
  };
}

function measured(
  rounds: number,
  count: number,
  { ours, peer, informer, pepr }: Programs,
): Promise<Partial<Record<Subject, Synced[]>>> {
  const subjects: Partial<Record<Subject, () => Promise<Synced>>> = {
    ours: () => synced(ours),
    peer: () => synced(peer),
  };
  // These are not measured without objects.
  if (count > 0) {
    subjects.informer = () => synced(informer);
    subjects.pepr = () => synced(pepr(count));
  }
  return alternate(rounds, subjects as Record<Subject, () => Promise<Synced>>);
}

const figures: readonly Figure<Synced>[] = [
  { column: 'ready', of: (run) => run.readyMs, text: milliseconds },
  { column: 'CPU', of: (run) => run.cost.cpuMs, text: milliseconds },
  { column: 'peak memory', of: (run) => run.cost.peakRssMiB, text: mebibytes },
  { column: 'memory at rest', of: (run) => run.restMiB ?? Number.NaN, text: mebibytes },
];

function rowsOf(count: number, results: Partial<Record<Subject, Synced[]>>): string[][] {
  const at = count === 0 ? 'nothing to watch' : `${count.toLocaleString('en')} objects`;
  const compared = (Object.keys(titles) as Subject[]).flatMap((subject) => {
    const runs = results[subject];
    return runs === undefined ? [] : [{ title: `${titles[subject]}, ${at}`, runs }];
  });
  return comparedRows(figures, compared);
}

/** The profile for the largest number of objects. */
async function whereTimeGoes(config: string, folder: string): Promise<string> {
  const readable = await readableBundle(operator, join(folder, 'readable.mjs'));
  const ours = await asInImage(readable, flagsOf(config));
  const profiles = join(folder, 'profiles');
  await synced({ ...ours, args: ['--cpu-prof', `--cpu-prof-dir=${profiles}`, ...ours.args] });
  const [profile = ''] = await readdir(profiles);
  const { parts, busyMs } = await profileShares(join(profiles, profile), readable);
  const rows = parts.map(({ part, share }) => [part, `${(share * 100).toFixed(1)} %`]);
  return `Where the main thread of opgen spends its ${milliseconds(busyMs)} with the largest number of objects; for the rest of the time it waits for the API server:

${table(['part', 'share'], rows)}`;
}

async function sizes(ours: string, peer: string): Promise<string> {
  const [bundled, built] = [await sizeOf(ours), await sizeOf(peer)];
  return `The bundled operator is one file of ${bundled} and needs Node; the Go binary is ${built}.`;
}

async function sizeOf(path: string): Promise<string> {
  return mebibytes((await stat(path)).size / 2 ** 20);
}
