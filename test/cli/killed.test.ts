/** Commands killed with SIGKILL: once the next command has started, all changes are either undone or complete. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { recover, transactionFolder } from '../../src/scaffold/files/apply-plan.ts';
import { isBuilt, runBuilt } from '../support/built-cli.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { writeGolden } from '../support/golden.ts';
import { runCli } from '../support/run-cli.ts';

/** A command that recovers the interrupted transaction, and then fails because PROJECT has no such kind. */
const next = 'delete api --group fruit --version v1 --kind None'.split(' ');

const createApi = 'create api --group fruit --version v1 --kind Tree'.split(' ');

interface Case {
  args: readonly string[];
  prepare: (folder: string) => void;
}

const inProject = (line: string, scenario = 'single-api'): Case => ({
  args: line.split(' '),
  prepare: (folder) => writeGolden(scenario, folder),
});

const init = 'init --domain example.com --project-name orchard --no-install --no-git'.split(' ');
const memcached = '--group cache --version v1alpha1 --kind Memcached';
const cases: Record<string, Case> = {
  init: { args: init, prepare: () => {} },
  'create api': inProject(createApi.join(' ')),
  'create webhook': inProject(`create webhook ${memcached} --defaulting --validation`),
  'delete api': inProject(`delete api ${memcached}`),
  'delete webhook': inProject('delete webhook --version v1 --kind Memcached', 'webhooks'),
  edit: inProject('edit --license mit --owner Pomona --package-manager yarn --no-install'),
  manifests: {
    args: ['manifests'],
    prepare: (folder) => {
      writeGolden('single-api', folder);
      rmSync(join(folder, 'config/crd/bases'), { recursive: true });
      rmSync(join(folder, 'config/rbac/role.yaml'));
    },
  },
};

const hook = fileURLToPath(new URL('./die-at-step.mjs', import.meta.url));

/** Runs a command that is killed before its n-th change of the disk; with 0 it runs to its end. */
async function runUntil(
  step: number,
  folder: string,
  args: readonly string[],
): Promise<{ exitCode: number; changes: number }> {
  const counter = join(temporaryFolder(), 'changes');
  const { exitCode } = await runBuilt(folder, args, {
    env: { NODE_OPTIONS: `--import=${hook}`, OPGEN_DIE_AT: String(step), OPGEN_CHANGES: counter },
  });
  return { exitCode, changes: existsSync(counter) ? Number(readFileSync(counter, 'utf8')) : 0 };
}

/** Steps from the first to the last, evenly spread. */
function stepsAmong(last: number): number[] {
  return [0, 0.2, 0.4, 0.6, 0.8, 1].map((part) => 1 + Math.round(part * (last - 1)));
}

test.each([
  'manifests --check',
  'manifests --dry-run',
  'manifests --stdout',
  'edit --license mit --diff',
  `${createApi.join(' ')} --dry-run`,
])('%s does not complete the transaction of a killed command', async (line) => {
  const folder = temporaryFolder();
  writeGolden('single-api', folder);
  writeFolder(folder, {
    [`${transactionFolder}/journal.json`]: JSON.stringify([{ path: 'PROJECT' }]),
  });
  const before = readFolder(folder);
  const { exitCode, stderr } = await runCli(folder, line.split(' '));
  expect(stderr).toContain('OPG3111');
  expect(exitCode).toBe(1);
  expect(readFolder(folder)).toEqual(before);
});

describe.skipIf(!isBuilt)('killed at any time', () => {
  test.each(Object.entries(cases))('%s undoes or completes all changes', async (_, { args, prepare }) => {
    const prepared = (): string => {
      const folder = temporaryFolder();
      prepare(folder);
      return folder;
    };
    const reference = prepared();
    const before = readFolder(reference);
    const { exitCode, changes } = await runUntil(0, reference, args);
    expect(exitCode).toBe(0);
    const after = readFolder(reference);

    for (const step of stepsAmong(changes)) {
      const folder = prepared();
      expect(await runUntil(step, folder, args)).toEqual({ exitCode: -1, changes: 0 });
      if (existsSync(join(folder, 'PROJECT'))) expect((await runCli(folder, next)).stderr).toMatch(/OPG3016/);
      else recover(folder);
      const tree = readFolder(folder);
      expect([before, after]).toContainEqual(tree);
      expect(existsSync(join(folder, transactionFolder))).toBe(false);
    }
  });
});
