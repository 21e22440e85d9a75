/** Commands killed with SIGKILL: once the next command has started, all changes are either undone or complete. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

/** Kills the process some time after its start, or some time after the transaction began. */
type Moment = (child: ChildProcess, folder: string) => void;

function afterStart(milliseconds: number): Moment {
  return (child) => {
    setTimeout(() => child.kill('SIGKILL'), milliseconds);
  };
}

/** A busy wait: the transaction lasts a few milliseconds, and a timer would miss it. */
function intoTransaction(milliseconds: number): Moment {
  return (child, folder) => {
    const look = (): void => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      if (!existsSync(join(folder, transactionFolder))) return void setImmediate(look);
      for (const until = performance.now() + milliseconds; performance.now() < until;);
      child.kill('SIGKILL');
    };
    look();
  };
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
  test.each(Object.entries(cases))(
    '%s undoes or completes all changes',
    async (_, { args, prepare }) => {
      const prepared = (): string => {
        const folder = temporaryFolder();
        prepare(folder);
        return folder;
      };
      const reference = prepared();
      const before = readFolder(reference);
      const started = performance.now();
      expect(await runBuilt(reference, args)).toMatchObject({ exitCode: 0 });
      const duration = performance.now() - started;
      const after = readFolder(reference);

      const moments = [
        ...[0.2, 0.5, 0.8].map((part) => afterStart(duration * part)),
        ...[0, 0.5, 1, 2, 3, 5, 8, 12, 20].map(intoTransaction),
      ];
      let killed = 0;
      for (const kill of moments) {
        const folder = prepared();
        const { exitCode } = await runBuilt(folder, args, { started: (child) => kill(child, folder) });
        if (exitCode < 0) killed++;
        if (existsSync(join(folder, 'PROJECT')))
          expect((await runCli(folder, next)).stderr).toMatch(/OPG3016/);
        else recover(folder);
        const tree = readFolder(folder);
        expect([before, after]).toContainEqual(tree);
        expect(existsSync(join(folder, transactionFolder))).toBe(false);
      }
      expect(killed).toBeGreaterThan(moments.length / 3);
    },
    120_000,
  );
});
