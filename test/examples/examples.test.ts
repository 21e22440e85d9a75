/**
 * An example is what the commands make, with the files that a developer edits: the first one is the tutorial,
 * finished. `npm run golden` brings everything else into step.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { edited } from '../path/walk.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

interface Example {
  name: string;
  commands: string[];
  edited: readonly string[];
}

const examples: Example[] = [
  {
    name: 'demo-application',
    commands: [
      'init --domain paas.example.com --project-name demo-application --no-install --no-git',
      'create api --group demo --version v1alpha1 --kind DemoApplication --resource --controller',
    ],
    edited,
  },
  {
    name: 'postgres-backup',
    commands: [
      'init --domain example.com --project-name postgres-backup --no-install --no-git',
      'create api --group backup --version v1alpha1 --kind PostgresBackup --short-name pgbackup --resource --controller',
      'create webhook --group backup --version v1alpha1 --kind PostgresBackup --defaulting --validation',
    ],
    edited: [
      'config/samples/backup_v1alpha1_postgresbackup.yaml',
      'src/api/backup/v1alpha1/postgres-backup.ts',
      'src/controllers/backup/postgres-backup.controller.ts',
      'src/webhooks/backup/v1alpha1/postgres-backup.webhook.ts',
      'test/controllers/backup/postgres-backup.controller.test.ts',
      'test/webhooks/backup/v1alpha1/postgres-backup.webhook.test.ts',
    ],
  },
];

const folderOf = (name: string): string => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));

async function opgen(folder: string, command: string): Promise<void> {
  const { exitCode, stderr } = await runCli(folder, command.split(' '));
  expect(stderr, command).toBe('');
  expect(exitCode, command).toBe(0);
}

test.each(examples)('$name is what the commands make, with its edits', async ({ commands, edited, name }) => {
  const example = folderOf(name);
  const folder = temporaryFolder();
  for (const command of commands) await opgen(folder, command);
  writeFolder(folder, filesOf(example, edited));
  await opgen(folder, 'manifests');
  const made = readFolder(folder);
  made['package.json'] = inThisWorkspace(made['package.json'] ?? '');

  if (process.env['UPDATE_GOLDEN'] === '1') {
    const obsolete = Object.keys(withoutBuild(readFolder(example))).filter(
      (path) => made[path] === undefined,
    );
    for (const path of obsolete) rmSync(join(example, path));
    writeFolder(example, made);
  }
  expect(withoutBuild(readFolder(example))).toEqual(made);
});

test('each example is kept in step', () => {
  const folders = readdirSync(folderOf('.'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(examples.map(({ name }) => name)).toEqual(folders.map(({ name }) => name).toSorted());
});

function filesOf(folder: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** The command line is the root of this workspace, which its members cannot depend on. */
function inThisWorkspace(manifest: string): string {
  const {
    overrides: _,
    devDependencies,
    ...rest
  } = JSON.parse(manifest) as { devDependencies: Record<string, string>; overrides?: object };
  const { opgen: __, ...others } = devDependencies;
  return `${JSON.stringify({ ...rest, devDependencies: others }, undefined, 2)}\n`;
}

function withoutBuild(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith('dist/')));
}
