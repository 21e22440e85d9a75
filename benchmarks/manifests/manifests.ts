import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';
import { alternate } from '../support/alternate.ts';
import type { Bench, Benchmark } from '../support/benchmark.ts';
import { buildCli, cli } from '../support/cli.ts';
import { costCells, costColumns, medianCost, ratioCells } from '../support/cost-table.ts';
import { goProgram } from '../support/go-programs.ts';
import { table } from '../support/markdown.ts';
import { type Command, measure } from '../support/measure.ts';
import { goProject } from './go-project.ts';
import { writeProject } from './project-file.ts';
import { typescriptProject } from './typescript-project.ts';

const counts = [1, 10, 100, 1000];
const crdFolder = 'config/crd/bases';

/** Generating CRDs and a role from types and markers, compared with controller-gen. */
export const manifests: Benchmark = {
  name: 'manifests',
  title: 'Generating manifests',
  async run({ rounds, folder, progress }: Bench): Promise<string> {
    progress('building the CLI');
    await buildCli();
    const controllerGen = await goProgram('controller-gen');
    const rows: string[][] = [];
    const differences: string[] = [];
    for (const count of counts) {
      const ours = join(folder, `ours-${count}`);
      const peer = join(folder, `peer-${count}`);
      await writeProject(ours, typescriptProject(count));
      await writeProject(peer, await goProject(count));
      // A kubebuilder project contains this file; another target than `manifests` generates it.
      await measure({ program: controllerGen, args: ['object', 'paths=./...'], cwd: peer });

      const commands: Record<'ours' | 'peer', Command> = {
        ours: { program: process.execPath, args: [cli, 'manifests'], cwd: ours },
        peer: { program: controllerGen, args: controllerGenArgs, cwd: peer },
      };
      await measure(commands.ours);
      await measure(commands.peer);
      differences.push(...(await differencesBetween(ours, peer, count)));

      progress(`${count} kinds, ${rounds} rounds`);
      const costs = await alternate(count === 1000 ? Math.min(rounds, 3) : rounds, {
        ours: () => measureAnew(commands.ours, ours),
        peer: () => measureAnew(commands.peer, peer),
      });
      // Now all files are up to date. Runs once before measuring, because recently written files are hashed once.
      await measure(commands.ours);
      const unchanged = await alternate(count === 1000 ? 1 : rounds, {
        ours: () => measure(commands.ours),
        peer: () => measure(commands.peer),
      });
      const cost = { ours: medianCost(costs.ours), peer: medianCost(costs.peer) };
      const again = { ours: medianCost(unchanged.ours), peer: medianCost(unchanged.peer) };
      const kinds = count === 1 ? '1 kind' : `${count} kinds`;
      rows.push(
        [`opgen, ${kinds}`, ...costCells(cost.ours)],
        [`controller-gen, ${kinds}`, ...costCells(cost.peer)],
        ['opgen relative to it', ...ratioCells(cost.ours, cost.peer)],
        [`opgen, ${kinds}, unchanged`, ...costCells(again.ours)],
        [`controller-gen, ${kinds}, unchanged`, ...costCells(again.peer)],
      );
    }
    const result =
      differences.length === 0
        ? 'Both generate the same CRDs, apart from annotations and descriptions.'
        : `The CRDs differ: ${differences.join(', ')}.`;
    return `Each kind has a type with about twenty fields, including ports, conditions and a label selector, and a controller with
four \`rbac\` markers. Before a run, the output folder is empty, or complete where a row says "unchanged"; the caches of Go
and Node are warm. ${result}

${table(['', ...costColumns], rows)}`;
  },
};

const controllerGenArgs = [
  'rbac:roleName=manager-role',
  'crd',
  'paths=./...',
  `output:crd:artifacts:config=${crdFolder}`,
];

async function measureAnew(command: Command, project: string) {
  await rm(join(project, 'config'), { recursive: true, force: true });
  return measure(command);
}

/** The names of CRDs that differ, so that no program is faster because it does less. */
async function differencesBetween(ours: string, peer: string, count: number): Promise<string[]> {
  const [left, right] = await Promise.all([definitions(ours), definitions(peer)]);
  if (left.size !== count || right.size !== count)
    throw new Error(`${count} kinds gave ${left.size} and ${right.size} CRDs`);
  return [...left].filter(([name, crd]) => !isDeepStrictEqual(crd, right.get(name))).map(([name]) => name);
}

async function definitions(project: string): Promise<Map<string, unknown>> {
  const folder = join(project, crdFolder);
  const files = await readdir(folder);
  return new Map(
    await Promise.all(
      files.map(async (file) => {
        const { spec } = parse(await readFile(join(folder, file), 'utf8')) as { spec: unknown };
        return [file, withoutProse(spec)] as const;
      }),
    ),
  );
}

function withoutProse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutProse);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, inner]) => name !== 'description' || typeof inner !== 'string',
  );
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutProse(inner)]));
}
