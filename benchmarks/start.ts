import { alternate } from './support/alternate.ts';
import type { Bench, Benchmark } from './support/benchmark.ts';
import { buildCli, cli } from './support/cli.ts';
import { costCells, costColumns, medianCost, ratioCells } from './support/cost-table.ts';
import { table } from './support/markdown.ts';
import { measure } from './support/measure.ts';

/** The startup time of the CLI, compared with Node and an empty program. */
export const start: Benchmark = {
  name: 'start',
  title: 'CLI startup',
  async run({ rounds, folder, progress }: Bench): Promise<string> {
    progress('building the CLI');
    await buildCli();
    const node = (...args: string[]) => measure({ program: process.execPath, args, cwd: folder });
    const costs = await alternate(rounds * 3, {
      '`node -e 0`': () => node('-e', '0'),
      '`opgen --version`': () => node(cli, '--version'),
      '`opgen --help`': () => node(cli, '--help'),
    });
    const nothing = medianCost(costs['`node -e 0`']);
    const rows = Object.entries(costs).flatMap(([name, each]) => {
      const cost = medianCost(each);
      const row = [name, ...costCells(cost)];
      return cost.wallMs === nothing.wallMs
        ? [row]
        : [row, ['relative to Node', ...ratioCells(cost, nothing)]];
    });
    return table(['', ...costColumns], rows);
  },
};
