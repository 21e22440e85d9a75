import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Namespace } from '@opgen/runtime/kinds/core/v1';
import { startRealCluster } from '@opgen/testing';
import { build } from 'esbuild';
import { alternate } from '../support/alternate.ts';
import type { Bench, Benchmark } from '../support/benchmark.ts';
import { buildCli, repository } from '../support/cli.ts';
import { mebibytes, milliseconds, ratio, table } from '../support/markdown.ts';
import { startMeasured } from '../support/measure.ts';
import { median } from '../support/statistics.ts';

/** How long embedded API servers took to respond, in one process. */
export interface BootTimes {
  /** Loading the package, once per process. */
  importMs: number;
  firstMs: number;
  warmMs: number[];
}

/** The time to the first response of the embedded API server and of the real one. */
export const boot: Benchmark = {
  name: 'boot',
  title: 'API server startup',
  async run({ rounds, progress }: Bench): Promise<string> {
    progress('building the packages');
    await buildCli();
    const program = await embeddedProgram();
    progress(`${rounds} rounds`);
    const runs = await alternate<'ours' | 'workloads' | 'peer', BootTimes & { peakRssMiB: number }>(rounds, {
      ours: () => embedded(program),
      workloads: () => embedded(program, 'workloads'),
      peer: real,
    });
    const imported = median(runs.ours.map((run) => run.importMs));
    const first = median(runs.ours.map((run) => run.firstMs));
    const warm = median(runs.ours.flatMap((run) => run.warmMs));
    const peer = median(runs.peer.map((run) => run.firstMs));
    const peak = median(runs.ours.map((run) => run.peakRssMiB));
    const rows = [
      ['embedded: loading the package', imported],
      ['embedded: first server in a process', first],
      ['embedded: each further server', warm],
      [
        'embedded, with workloads: first cluster in a process',
        median(runs.workloads.map((run) => run.firstMs)),
      ],
      ['embedded, with workloads: each further cluster', median(runs.workloads.flatMap((run) => run.warmMs))],
    ] as const;
    return `The time from requesting an API server to its first response. The process that runs the embedded servers, one after
another, peaks at ${mebibytes(peak)}.

${table(
  ['', 'wall', 'relative to the real one'],
  [
    ...rows.map(([name, value]) => [name, milliseconds(value), ratio(value, peer)]),
    ['etcd and kube-apiserver', milliseconds(peer), ''],
  ],
)}`;
  },
};

/** Built inside node_modules, so that it loads the packages as an installed project does. */
async function embeddedProgram(): Promise<string> {
  const outfile = join(repository, 'node_modules/.cache/opgen-benchmarks/embedded.mjs');
  const entry = fileURLToPath(new URL('embedded.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile, platform: 'node', target: 'node20', format: 'esm' });
  return outfile;
}

async function embedded(program: string, ...args: string[]): Promise<BootTimes & { peakRssMiB: number }> {
  const running = await startMeasured({ program: process.execPath, args: [program, ...args] });
  const [output, cost] = await Promise.all([text(running.process.stdout!), running.cost]);
  return { ...(JSON.parse(output) as BootTimes), peakRssMiB: cost.peakRssMiB };
}

async function real(): Promise<BootTimes & { peakRssMiB: number }> {
  const before = performance.now();
  const cluster = await startRealCluster();
  await cluster.client.list(Namespace);
  const firstMs = performance.now() - before;
  await cluster.stop();
  return { importMs: 0, firstMs, warmMs: [], peakRssMiB: 0 };
}
