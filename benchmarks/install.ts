import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { Bench, Benchmark } from './support/benchmark.ts';
import { buildCli, repository } from './support/cli.ts';
import { mebibytes, milliseconds, table } from './support/markdown.ts';
import { measure } from './support/measure.ts';
import { median } from './support/statistics.ts';

interface Installation {
  name: string;
  /** The tarballs to install, by path. */
  packages: readonly string[];
}

/** The size of the tarballs, the number of installed packages, and the duration of `npm install`. */
export const install: Benchmark = {
  name: 'install',
  title: 'Installing',
  async run({ rounds, folder, progress }: Bench): Promise<string> {
    progress('packing');
    await buildCli();
    const rules = await pack('packages/rules', folder);
    const runtime = await pack('packages/runtime', folder);
    const testing = await pack('packages/testing', folder);
    const opgen = await pack('.', folder);
    const installations: Installation[] = [
      { name: 'opgen', packages: [opgen] },
      { name: '@opgen/runtime', packages: [rules, runtime] },
      { name: '@opgen/runtime and @opgen/testing', packages: [rules, runtime, testing] },
    ];
    const rows: string[][] = [];
    for (const { name, packages } of installations) {
      progress(name);
      // The first round fills npm's cache.
      const wall = [];
      for (let round = 0; round <= rounds; round++)
        wall.push(await installInto(join(folder, 'project'), packages));
      const project = join(folder, 'project', 'node_modules');
      rows.push([
        name,
        mebibytes((await sizeOf(packages)) / 1024 ** 2),
        String(await packageCount(project)),
        mebibytes((await sizeOf(await filesIn(project))) / 1024 ** 2),
        milliseconds(median(wall.slice(1))),
      ]);
    }
    const columns = ['', 'tarballs', 'packages', 'installed', 'wall'];
    return `\`npm install\` of the packed tarballs in an empty folder, with a warm npm cache. The tarball of opgen contains
those of the three other packages, for the projects that it generates.

${table(columns, rows)}`;
  },
};

async function pack(workspace: string, target: string): Promise<string> {
  const cwd = join(repository, workspace);
  const { stdout } = await execa('npm', ['pack', '--json', '--pack-destination', target], { cwd });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }];
  return join(target, packed.filename);
}

async function installInto(folder: string, packages: readonly string[]): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{ "name": "empty", "private": true }\n');
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...packages];
  const { wallMs } = await measure({ program: 'npm', args, cwd: folder });
  return wallMs;
}

/** The number of all packages in the tree, including the named ones. */
async function packageCount(modules: string): Promise<number> {
  const lock = JSON.parse(await readFile(join(modules, '.package-lock.json'), 'utf8')) as {
    packages: object;
  };
  return Object.keys(lock.packages).length;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function sizeOf(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return sizes.reduce((total, size) => total + size, 0);
}
