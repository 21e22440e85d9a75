/** `opgen validate` in a project with webhooks, which its operator serves. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/built-cli.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const sample = 'config/samples/backup_v1alpha1_postgresbackup.yaml';

/** A copy of the example, with its dependencies. */
function project(change: (text: string) => string, file = sample): string {
  const folder = temporaryFolder();
  const root = join(folder, 'project');
  cpSync(join(repository, 'examples/postgres-backup'), root, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  const before = readFileSync(join(root, file), 'utf8');
  writeFileSync(join(root, file), change(before));
  return root;
}

test('the webhooks of the project validate the objects', async () => {
  const invalid = project((text) => text.replace(/schedule: .*/, 'schedule: never'));
  const run = await runCli(invalid, ['validate', sample]);
  expect(run.stderr).toMatch(/error OPG4033 PostgresBackup shop: .*schedule/);
  expect(run.exitCode).toBe(1);
  expect(await runCli(invalid, ['validate', sample, '--no-webhooks'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('vpostgresbackup-v1alpha1.backup.example.com was not called\n'),
  });
});

test('objects that the webhooks accept are valid', async () => {
  const run = await runCli(
    project((text) => text),
    ['validate', sample],
  );
  expect(run).toEqual({ exitCode: 0, stdout: '1 object is valid\n', stderr: '' });
});

test('an operator that cannot be bundled, or does not start, is an error', async () => {
  const broken = project((text) => `${text}\nconst size = ;\n`, 'src/main.ts');
  const run = await runCli(broken, ['validate', sample]);
  expect(run.stderr).toMatch(/src\/main\.ts:\d+:\d+ error OPG4020 /);
  expect(run.exitCode).toBe(1);
  const crashing = project((text) => `throw new Error('no such luck');\n${text}`, 'src/main.ts');
  const crashed = await runCli(crashing, ['validate', sample]);
  expect(crashed.stderr).toContain(
    'error OPG4042 the operator does not serve its webhooks: the operator exited',
  );
  expect(crashed.stderr).toContain('no such luck');
});
