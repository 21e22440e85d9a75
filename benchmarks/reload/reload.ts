import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '@opgen/runtime';
import { startCluster } from '@opgen/testing';
import { alternate } from '../support/alternate.ts';
import type { Bench, Benchmark } from '../support/benchmark.ts';
import { buildCli, cli, repository } from '../support/cli.ts';
import { milliseconds, ratio, table } from '../support/markdown.ts';
import { median, percentile } from '../support/statistics.ts';
import { DevelopmentLoop, firstBuild } from './development-loop.ts';

const editsPerRound = 4;
/** Milliseconds after an edit in which the loops finish what follows the first reconcile, such as a type check. */
const pause = 3_000;

/** The time from saving a file to the first reconcile of the new code. */
export const reload: Benchmark = {
  name: 'reload',
  title: 'Reloading in development',
  async run({ rounds, folder, progress }: Bench): Promise<string> {
    progress('building the CLI');
    await buildCli();
    const cluster = await startCluster({ workloads: true, clock: systemClock });
    const config = join(folder, 'kubeconfig');
    await writeFile(config, (await cluster.serve()).kubeconfig, { mode: 0o600 });
    const example = join(repository, 'examples/first-operator');
    await cluster.install([join(example, 'config/crd'), join(example, 'config/samples')]);
    const loops = {
      'opgen dev': new DevelopmentLoop({
        program: process.execPath,
        args: [cli, 'dev', '--samples', '--no-page'],
        ...(await copyOf(example, join(folder, 'opgen'))),
      }),
      'tsx watch': new DevelopmentLoop({
        program: join(repository, 'node_modules/.bin/tsx'),
        args: ['watch', '--clear-screen=false', 'src/main.ts', '--health-probe-bind-address=0'],
        ...(await copyOf(example, join(folder, 'tsx'))),
        env: { KUBECONFIG: config },
      }),
    };
    try {
      for (const [name, loop] of Object.entries(loops)) {
        progress(`starting ${name}`);
        await loop.start();
      }
      await delay(pause);
      progress(`${rounds * editsPerRound} edits each`);
      const edit = (loop: DevelopmentLoop) => async (): Promise<number> => {
        const duration = await loop.reload();
        await delay(pause);
        return duration;
      };
      const times = await alternate(rounds * editsPerRound, {
        'opgen dev': edit(loops['opgen dev']),
        'tsx watch': edit(loops['tsx watch']),
      });
      return `The time from saving the controller of \`examples/first-operator\` to the first reconcile of the new code, over
${rounds * editsPerRound} edits. opgen checks the types, generates the manifests and restarts the operator under its own role. \`tsx watch\`
starts the same operator as administrator of an embedded cluster, and checks nothing.

${table(['', 'p50', 'p95', 'p50, opgen relative to it'], rowsOf(times))}`;
    } finally {
      await Promise.all(Object.values(loops).map((loop) => loop.stop()));
      await cluster.stop();
    }
  },
};

function rowsOf(times: Readonly<Record<string, readonly number[]>>): string[][] {
  const ours = median(times['opgen dev'] ?? []);
  return Object.entries(times).map(([name, durations]) => [
    `\`${name}\``,
    milliseconds(median(durations)),
    milliseconds(percentile(durations, 95)),
    name === 'opgen dev' ? '' : ratio(ours, median(durations)),
  ]);
}

/** A copy of the example whose reconciler says which build it is. */
async function copyOf(
  example: string,
  folder: string,
): Promise<{ root: string; file: string; prepare: (text: string) => string }> {
  const root = join(folder, 'project');
  await mkdir(folder);
  await cp(example, root, { recursive: true, filter: (path) => !path.includes('node_modules') });
  await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
  return {
    root,
    file: 'src/controllers/demo/demo-application.controller.ts',
    prepare: (text) => text.replace(/(async reconcile\([^]*?\{\n)( +)/, `$1$2${firstBuild}\n$2`),
  };
}
