/**
 * Each scenario is a list of commands and the project that they create. The project is committed, so that a reviewer
 * sees what a changed template does to projects. `npm run golden` rewrites them.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startCluster } from '@opgen/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import {
  commandsOf,
  givenFiles,
  goldenFiles,
  goldenWorkspace,
  ownPaths,
  scenarios,
  storeGolden,
  writeGolden,
} from '../support/golden.ts';
import { runCli } from '../support/run-cli.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

async function runCommands(folder: string, scenario: string): Promise<void> {
  for (const command of commandsOf(scenario)) {
    const { exitCode, stderr } = await runCli(folder, command);
    expect(stderr, command.join(' ')).toBe('');
    expect(exitCode, command.join(' ')).toBe(0);
  }
}

/** Dependency versions change independently of templates. */
function withoutVersions(files: Record<string, string>): Record<string, string> {
  const manifest = files['package.json'] ?? '';
  return { ...files, 'package.json': manifest.replaceAll(/"[\^~]\d[^"]*"/g, '"*"') };
}

describe.each(scenarios)('%s', (scenario) => {
  test('is what the commands create', async () => {
    const folder = temporaryFolder();
    writeFolder(folder, givenFiles(scenario));
    await runCommands(folder, scenario);
    const created = withoutVersions(readFolder(folder));
    if (process.env['UPDATE_GOLDEN'] === '1') storeGolden(scenario, created);
    expect(created).toEqual(goldenFiles(scenario));
  });

  // `init` would revert what `edit` changed.
  test.skipIf(commandsOf(scenario).some(([command]) => command === 'edit'))(
    'does not change when the same commands run again',
    async () => {
      const folder = temporaryFolder();
      writeFolder(folder, givenFiles(scenario));
      await runCommands(folder, scenario);
      const before = readFolder(folder);
      await runCommands(folder, scenario);
      expect(readFolder(folder)).toEqual(before);
    },
  );
});

interface Manifest {
  kind?: string;
  spec?: object;
}

function manifestsIn(folder: string): Manifest[] {
  if (!existsSync(folder)) return [];
  return Object.values(readFolder(folder)).map((text) => parse(text) as Manifest);
}

/** No conversion webhook runs in this test, and a sample in the storage version needs none. */
function withoutConversion({ spec, ...others }: Manifest): Manifest {
  return { ...others, spec: { ...spec, conversion: { strategy: 'None' } } };
}

describe('every golden project', () => {
  let workspace = '';

  beforeAll(() => {
    workspace = goldenWorkspace(scenarios);
  });

  afterAll(() => rmSync(workspace, { recursive: true, force: true }));

  /** The output of a failed tool. One process checks all projects. */
  function outputOfFailing(script: string, args: readonly string[], cwd = workspace): string {
    const result = spawnSync(process.execPath, [join(repository, 'node_modules', script), ...args], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    return result.status === 0 ? '' : result.stdout + result.stderr;
  }

  test.each(scenarios)('has up-to-date manifests: %s', async (scenario) => {
    const { exitCode, stdout } = await runCli(join(workspace, scenario), ['manifests', '--check']);
    expect(stdout).toBe('everything is up to date\n');
    expect(exitCode).toBe(0);
  });

  test.each(scenarios)('has samples that are valid as written: %s', async (scenario) => {
    const config = join(workspace, scenario, 'config');
    const crds = manifestsIn(join(config, 'crd/bases')).map(withoutConversion);
    const samples = manifestsIn(join(config, 'samples')).filter(({ kind }) => kind !== undefined);
    const start = async (): Promise<void> => {
      await using _ = await startCluster({ objects: [...crds, ...samples] });
    };
    await expect(start()).resolves.toBeUndefined();
  });

  test('is formatted', () => {
    const ignored = scenarios.flatMap((scenario) => ['--ignore-path', `${scenario}/.prettierignore`]);
    // Each different file once: they take seconds.
    const paths = scenarios.flatMap((scenario) => ownPaths(scenario).map((path) => `${scenario}/${path}`));
    const args = ['--check', '--ignore-unknown', ...ignored, ...paths];
    expect(outputOfFailing('prettier/bin/prettier.cjs', args)).toBe('');
  });

  test('has no lint errors', () => {
    // oxlint skips what Git ignores, and Git ignores the workspace.
    const copy = temporaryFolder();
    for (const scenario of scenarios) writeGolden(scenario, join(copy, scenario));
    expect(outputOfFailing('oxlint/bin/oxlint', ['--deny-warnings'], copy)).toBe('');
  });

  test('is type-correct', () => {
    writeFileSync(
      join(workspace, 'tsconfig.json'),
      JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: { rootDir: '../..' },
        include: ['*/src', '*/test'],
      }),
    );
    expect(outputOfFailing('typescript/bin/tsc', ['--noEmit', '-p', '.'])).toBe('');
  });

  test('passes its own tests', () => {
    const config = join(repository, 'test/golden/vitest.config.ts');
    expect(outputOfFailing('vitest/vitest.mjs', ['run', '--config', config, '--root', workspace])).toBe('');
  });
});
