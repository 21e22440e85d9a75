/**
 * Each scenario is a list of commands and the project that they make, committed: a change of a template is read as
 * the change of a project. `UPDATE_GOLDEN=1 npx vitest run test/scaffold/golden` writes the projects anew.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from '@opgen/testing';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const here = fileURLToPath(new URL('../golden', import.meta.url));
const repository = join(here, '../..');
const scenarios = readdirSync(here).filter((name) => existsSync(join(here, name, 'commands')));

function commandsOf(scenario: string): string[] {
  return readFileSync(join(here, scenario, 'commands'), 'utf8')
    .trim()
    .split('\n');
}

/** What is in `given/` is there before the first command. */
async function runCommands(folder: string, scenario: string): Promise<void> {
  const given = join(here, scenario, 'given');
  if (existsSync(given)) writeFolder(folder, readFolder(given));
  for (const command of commandsOf(scenario)) {
    const { exitCode, stderr } = await runCli(folder, command.split(' ').slice(1));
    expect(stderr, command).toBe('');
    expect(exitCode, command).toBe(0);
  }
}

/** The versions of dependencies are opgen's own: when they move on, the templates have not changed. */
function withoutVersions(files: Record<string, string>): Record<string, string> {
  const manifest = files['package.json'] ?? '';
  return { ...files, 'package.json': manifest.replaceAll(/"[\^~]\d[^"]*"/g, '"*"') };
}

interface Manifest {
  kind?: string;
  spec?: object;
}

function manifestsIn(folder: string): Manifest[] {
  if (!existsSync(folder)) return [];
  return Object.values(readFolder(folder)).map((text) => parse(text) as Manifest);
}

/** The webhook of a conversion does not run here, and to be stored as it is written a sample does not need it. */
function withoutConversion({ spec, ...others }: Manifest): Manifest {
  return { ...others, spec: { ...spec, conversion: { strategy: 'None' } } };
}

function runTool(script: string, args: readonly string[], cwd: string = here): string {
  const result = spawnSync(process.execPath, [join(repository, 'node_modules', script), ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return result.status === 0 ? '' : result.stdout + result.stderr;
}

describe.each(scenarios)('%s', (scenario) => {
  const project = join(here, scenario, 'project');

  test('is what the commands make', async () => {
    const folder = temporaryFolder();
    await runCommands(folder, scenario);
    const made = withoutVersions(readFolder(folder));
    if (process.env['UPDATE_GOLDEN'] === '1') {
      rmSync(project, { recursive: true, force: true });
      writeFolder(project, made);
    }
    expect(made).toEqual(readFolder(project));
  });

  // What `edit` has changed since, `init` would have otherwise.
  test.skipIf(commandsOf(scenario).some((command) => command.startsWith('opgen edit')))(
    'is left as it is by the same commands again',
    async () => {
      const folder = temporaryFolder();
      await runCommands(folder, scenario);
      const before = readFolder(folder);
      await runCommands(folder, scenario);
      expect(readFolder(folder)).toEqual(before);
    },
  );

  test('has manifests that are up to date', async () => {
    const { exitCode, stdout } = await runCli(project, ['manifests', '--check']);
    expect(stdout).toBe('everything is up to date\n');
    expect(exitCode).toBe(0);
  });

  test('is formatted', () => {
    expect(
      runTool('prettier/bin/prettier.cjs', [
        '--check',
        '--ignore-path',
        join(project, '.prettierignore'),
        project,
      ]),
    ).toBe('');
  });

  test('passes its own tests', () => {
    const config = join(here, 'vitest.config.ts');
    expect(runTool('vitest/vitest.mjs', ['run', '--config', config, '--root', project], project)).toBe('');
  }, 60_000);

  test('has samples that are valid as written', async () => {
    const crds = manifestsIn(join(project, 'config/crd/bases')).map(withoutConversion);
    const samples = manifestsIn(join(project, 'config/samples')).filter(({ kind }) => kind !== undefined);
    await using cluster = await startCluster({ objects: [...crds, ...samples] });
    expect(cluster).toBeDefined();
  });

  test('has nothing for the linter to say', () => {
    expect(
      runTool('oxlint/bin/oxlint', ['--deny-warnings', '-c', join(project, '.oxlintrc.json'), project]),
    ).toBe('');
  });
});

test('the projects are type-correct', () => {
  expect(runTool('typescript/bin/tsc', ['--noEmit', '-p', join(here, 'tsconfig.json')])).toBe('');
}, 60_000);
