/** Commands killed with SIGKILL: once the next command has started, all changes are either undone or complete. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { transactionFolder } from '../../src/scaffold/files/apply-plan.ts';
import { isBuilt, runBuilt } from '../support/built-cli.ts';
import { readFolder, temporaryFolder } from '../support/folder.ts';
import { writeGolden } from '../support/golden.ts';
import { runCli } from '../support/run-cli.ts';

/** A command that writes nothing itself and only recovers the interrupted transaction. */
const createApi = 'create api --group fruit --version v1 --kind Tree'.split(' ');
const idle = [...createApi, '--dry-run'];

interface Case {
  args: readonly string[];
  next: readonly string[];
  prepare: (folder: string) => void;
}

const inProject = (line: string, scenario = 'single-api'): Case => ({
  args: line.split(' '),
  next: idle,
  prepare: (folder) => writeGolden(scenario, folder),
});

const init = 'init --domain example.com --project-name orchard --no-install --no-git'.split(' ');
const memcached = '--group cache --version v1alpha1 --kind Memcached';
const cases: Record<string, Case> = {
  init: { args: init, next: [...init, '--dry-run'], prepare: () => {} },
  'create api': inProject(createApi.join(' ')),
  'create webhook': inProject(`create webhook ${memcached} --defaulting --validation`),
  'delete api': inProject(`delete api ${memcached}`),
  'delete webhook': inProject('delete webhook --version v1 --kind Memcached', 'webhooks'),
  edit: inProject('edit --license mit --owner Pomona --package-manager yarn --no-install'),
  manifests: {
    args: ['manifests'],
    next: idle,
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

describe.skipIf(!isBuilt)('killed at any time', () => {
  test.each(Object.entries(cases))(
    '%s undoes or completes all changes',
    async (_, { args, next, prepare }) => {
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
        expect((await runCli(folder, next)).stderr).not.toContain('OPG4900');
        const tree = readFolder(folder);
        expect([before, after]).toContainEqual(tree);
        expect(existsSync(join(folder, transactionFolder))).toBe(false);
      }
      expect(killed).toBeGreaterThan(moments.length / 3);
    },
    120_000,
  );
});
