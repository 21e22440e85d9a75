import { describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/cli/output/reporter.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

async function newProject(...flags: string[]): Promise<string> {
  const folder = temporaryFolder();
  const init = 'init --domain example.com --project-name orchard --no-install --no-git'.split(' ');
  await runCli(folder, [...init, ...flags]);
  await runCli(folder, 'create api --group fruit --version v1 --kind Tree'.split(' '));
  expect((await runCli(folder, ['manifests'])).exitCode).toBe(0);
  return folder;
}

const edit = (folder: string, flags: string) => runCli(folder, ['edit', ...flags.split(' ')]);

describe('edit', () => {
  test.each([
    ['--license mit --owner Pomona'],
    ['--namespaced'],
    ['--namespaced=true'],
    ['--package-manager yarn --no-install'],
  ])('%s shows its plan, executes it, and changes nothing the second time', async (flags) => {
    const folder = await newProject();
    const before = readFolder(folder);
    const { stdout: planned } = await edit(folder, `${flags} --dry-run`);
    expect((await edit(folder, `${flags} --diff`)).stdout).toContain('\n+++ b/');
    expect(readFolder(folder)).toEqual(before);
    const { stdout, ...rest } = await edit(folder, flags);
    expect(rest).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\nNext:\n')[0]).toBe(planned);
    expect((await edit(folder, flags)).stdout).toBe(
      'the project already has these settings: nothing to do\n',
    );
  });

  test('prints the install command if it does not install', async () => {
    const { stdout } = await edit(await newProject(), '--package-manager pnpm --no-install');
    expect(stdout).toMatch(/\n\nNext:\n {2}pnpm install\n$/);
  });

  test.each([
    ['--namespaced', '--no-namespaced'],
    ['--namespaced', '--namespaced=false'],
    ['--package-manager pnpm --no-install', '--package-manager npm --no-install'],
    ['--license none', '--license apache2'],
  ])('%s and then %s restore the project', async (there, back) => {
    const folder = await newProject();
    const before = readFolder(folder);
    await edit(folder, there);
    expect(readFolder(folder)).not.toEqual(before);
    await edit(folder, back);
    expect(readFolder(folder)).toEqual(before);
  });

  test('a complete operator with an image and all webhook types can be edited and restored', async () => {
    const folder = await newProject();
    for (const command of [
      'create api --group cache --version v1 --kind Memcached --image memcached:1.6 --container-port 11211',
      'create webhook --group cache --version v1 --kind Memcached --defaulting --validation',
      'create api --group cache --version v2 --kind Memcached --no-controller',
      'create webhook --group cache --version v1 --kind Memcached --conversion --spoke v2',
      'manifests',
    ])
      expect(await runCli(folder, command.split(' '))).toMatchObject({ exitCode: 0, stderr: '' });
    const before = readFolder(folder);
    const there = '--namespaced --package-manager yarn --license mit --owner Pomona --no-install';
    const back = '--no-namespaced --package-manager npm --license apache2 --no-install --owner'.split(' ');
    expect(await edit(folder, there)).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await runCli(folder, ['manifests', '--check'])).toMatchObject({ exitCode: 0, stderr: '' });
    const headers = Object.entries(readFolder(folder)).filter(([path]) => path.endsWith('.ts'));
    expect(headers.filter(([, text]) => !text.startsWith('// Copyright 2026 Pomona\n'))).toEqual([]);
    expect(await runCli(folder, ['edit', ...back, ''])).toMatchObject({ stderr: '' });
    expect(readFolder(folder)).toEqual(before);
  });

  test('--license copyright keeps the owner of the previous licence', async () => {
    const folder = await newProject('--owner', 'Pomona');
    expect(await edit(folder, '--license copyright')).toMatchObject({ exitCode: 0, stderr: '' });
    const files = readFolder(folder);
    expect(files['src/main.ts']).toMatch(/^\/\/ Copyright 2026 Pomona\n\nimport/);
    expect(files).not.toHaveProperty('LICENSE');
  });

  test('--namespaced also updates the manifests', async () => {
    const folder = await newProject();
    await edit(folder, '--namespaced');
    expect(readFolder(folder)['config/rbac/role.yaml']).toContain('kind: Role\n');
    expect(await runCli(folder, ['manifests', '--check'])).toMatchObject({ exitCode: 0 });
  });

  test('--namespaced edits PROJECT even if the sources are invalid, and prints the remaining step', async () => {
    const folder = await newProject();
    writeFolder(folder, { 'src/broken.ts': 'export const = 1;\n' });
    const { exitCode, stderr } = await edit(folder, '--namespaced');
    expect(stderr).toContain('then run opgen manifests');
    expect(stderr).toContain('src/broken.ts:1');
    expect(exitCode).toBe(1);
    expect(readFolder(folder)['PROJECT']).toContain('namespaced: true');
  });

  test('warns about manual changes and shows the lines', async () => {
    const folder = await newProject();
    const manifest = readFolder(folder)['package.json'] ?? '';
    writeFolder(folder, { 'package.json': manifest.replace('"license": "Apache-2.0"', '"license": "Zlib"') });
    const { exitCode, stdout } = await edit(folder, '--license mit --owner Pomona --json');
    const { diagnostics } = JSON.parse(stdout) as JsonReport;
    expect(exitCode).toBe(0);
    expect(diagnostics).toMatchObject([
      { code: 'OPG3108', severity: 'warning', hint: expect.stringContaining('+  "license": "MIT",') },
      { code: 'OPG3108', severity: 'warning', message: expect.stringContaining('LICENSE was kept') },
    ]);
  });

  test.each([
    ['--json', 'no setting given', '--license'],
    ['--license copyright', '--owner is required', 'opgen edit --license copyright --owner'],
    ['--license gpl', "'gpl' is invalid", 'apache2'],
    ['--plugins helm', 'no option --plugins', 'opgen creates no Helm charts'],
  ])('%s reports what is missing or invalid', async (flags, message, hint) => {
    const folder = await newProject();
    const { exitCode, stderr, stdout } = await edit(folder, flags);
    expect(stderr + stdout).toContain(message);
    expect(stderr + stdout).toContain(hint);
    expect(exitCode).toBe(1);
  });
});
