import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProject } from '../../src/project/project-file.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';

const tree = '--group fruit --version v1 --kind Tree';

function opgen(folder: string, command: string): Promise<CliRun> {
  return runCli(folder, command.split(' '));
}

async function projectWith(...commands: string[]): Promise<string> {
  const folder = temporaryFolder();
  const init = 'init --domain example.com --project-name orchard --no-install --no-git';
  for (const command of [init, ...commands])
    expect(await opgen(folder, command), command).toMatchObject({ exitCode: 0, stderr: '' });
  return folder;
}

describe('create api', () => {
  test.each([
    [
      'a missing kind',
      'create api --group fruit --version v1',
      'opgen create api --group fruit --version v1 --kind Memcached',
    ],
    ['a missing group', 'create api', 'opgen create api --group cache --version v1alpha1 --kind Memcached'],
    ['a port without an image', `create api ${tree} --container-port 80`, 'add --image'],
    [
      'the kubebuilder flag for the port',
      `create api ${tree} --image-container-port 80`,
      'use --container-port',
    ],
    [
      'the kubebuilder flag for the command',
      `create api ${tree} --image-container-command x`,
      'use --command',
    ],
    [
      'a misspelt Kubernetes kind',
      'create api --group apps --version v1 --kind Deploiment --no-resource',
      '--kind Deployment',
    ],
    ['a missing CRD file', 'create api --external-api-crd no.yaml', 'file no.yaml does not exist'],
    ['a folder as CRD file', 'create api --external-api-crd src', 'src is a directory, not a file'],
  ])('prints a hint for %s and writes nothing', async (_, command, expected) => {
    const folder = await projectWith();
    const before = readFolder(folder);
    const { exitCode, stderr, stdout } = await opgen(folder, command);
    expect(stderr).toContain(expected);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(readFolder(folder)).toEqual(before);
  });

  test.each(['module', 'path'])('prints how to install the --external-api-%s', async (flag) => {
    const folder = await projectWith();
    const command = `create api --group pki --version v1 --kind Certificate --external-api-domain elsewhere.org --external-api-${flag} @elsewhere/pki`;
    const { stdout } = await opgen(folder, command);
    expect(stdout).toContain('npm install @elsewhere/pki');
    expect(readFolder(folder)['src/controllers/pki/certificate.controller.ts']).toContain(
      "import { Certificate } from '@elsewhere/pki';",
    );
  });

  test('asks for the group only if it asks other questions', async () => {
    const folder = await projectWith();
    const asked: string[] = [];
    const ask = async (question: string): Promise<string> => {
      asked.push(question);
      return { 1: '', 2: 'v1', 3: 'Tree' }[asked.length] ?? '';
    };
    await runCli(folder, ['create', 'api'], { ask });
    expect(asked.map((question) => question.split(' ')[0])).toEqual(['API', 'API', 'Kind']);
    await runCli(folder, 'create api --version v1 --kind Orchard'.split(' '), { ask });
    expect(asked).toHaveLength(3);
    expect(readProject(folder).resources.map(({ group, kind }) => [group, kind])).toEqual([
      ['', 'Tree'],
      ['', 'Orchard'],
    ]);
  });
});

describe('delete api', () => {
  test('deletes the CRD manifest and says what remains in clusters', async () => {
    const folder = await projectWith(`create api ${tree}`, 'manifests');
    const { exitCode, stderr, stdout } = await opgen(folder, `delete api ${tree}`);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain('delete  config/crd/bases/fruit.example.com_trees.yaml');
    expect(stdout).toContain('The CRD and the Tree objects in your clusters were not deleted');
    expect(await opgen(folder, 'manifests')).toMatchObject({ exitCode: 0, stderr: '' });
    const untouched = await projectWith('manifests');
    expect(readFolder(folder)).toEqual(readFolder(untouched));
  });

  test('keeps a modified file and names it', async () => {
    const folder = await projectWith(`create api ${tree}`);
    writeFolder(folder, { 'src/api/fruit/v1/tree.ts': '// mine\n' });
    const { exitCode, stderr } = await opgen(folder, `delete api ${tree}`);
    expect(stderr).toContain('warning OPG3106');
    expect(stderr).toContain('src/api/fruit/v1/tree.ts was kept');
    expect(exitCode).toBe(0);
    expect(readFolder(folder)['src/api/fruit/v1/tree.ts']).toBe('// mine\n');
  });

  test('leaves modified files that manifests names until they are deleted', async () => {
    const folder = await projectWith(`create api ${tree}`, `create webhook ${tree} --validation`);
    const files = readFolder(folder);
    const modified = [
      'api/fruit/v1/tree',
      'controllers/fruit/tree.controller',
      'webhooks/fruit/v1/tree.webhook',
    ];
    const paths = modified.map((name) => `src/${name}.ts`);
    for (const path of paths)
      writeFolder(folder, { [path]: (files[path] ?? '').replace(/TODO|example/, 'my change') });
    const { exitCode, stderr } = await opgen(folder, `delete api ${tree}`);
    expect(exitCode).toBe(0);
    for (const path of paths) expect(stderr).toContain(path);

    const { exitCode: failed, stderr: problems } = await opgen(folder, 'manifests');
    expect(failed).toBe(1);
    for (const code of ['OPG2121', 'OPG2210', 'OPG2312']) expect(problems).toContain(code);

    for (const path of paths) rmSync(join(folder, path));
    expect(await opgen(folder, 'manifests')).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('reports what it would delete with --dry-run and --json', async () => {
    const folder = await projectWith(`create api ${tree}`);
    const before = readFolder(folder);
    const { stdout } = await opgen(folder, `delete api ${tree} --dry-run --json`);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      command: 'delete api',
      data: { resources: [{ kind: 'Tree', version: 'v1' }] },
      changed: expect.arrayContaining([{ path: 'src/api/fruit/v1/tree.ts', action: 'delete' }]),
    });
    expect(readFolder(folder)).toEqual(before);
  });

  test('needs no group for a kind with a unique name', async () => {
    const folder = await projectWith();
    const before = readFolder(folder);
    await opgen(folder, `create api ${tree}`);
    await opgen(folder, `create api ${tree.replace('fruit', 'wood')} --controller-name oak`);
    const { stderr } = await opgen(folder, 'delete api --version v1 --kind Tree');
    expect(stderr).toContain('--group fruit.example.com or --group wood.example.com');
    await opgen(folder, `delete api ${tree.replace('fruit', 'wood')}`);
    expect(await opgen(folder, 'delete api --version v1 --kind Tree')).toMatchObject({ exitCode: 0 });
    expect(readFolder(folder)).toEqual(before);
  });

  test.each([
    ['the nearest kind', 'delete api --group fruit --version v1 --kind Treee', 'did you mean'],
    [
      'the missing flag',
      'delete api --group fruit --version v1',
      'opgen delete api --group fruit --version v1 --kind Tree',
    ],
    ['that other versions would remain', `delete api ${tree}`, '--version v1,v2'],
  ])('reports %s', async (_, command, expected) => {
    const folder = await projectWith(`create api ${tree}`, `create api ${tree.replace('v1', 'v2')}`);
    const { exitCode, stderr } = await opgen(folder, command);
    expect(stderr).toContain(expected);
    expect(exitCode).toBe(1);
  });

  test('deletes one controller and keeps the kind and its other controllers', async () => {
    const before = await projectWith(`create api ${tree}`, 'manifests');
    const folder = await projectWith(`create api ${tree}`, `create api ${tree} --controller-name pruner`);
    const { exitCode, stderr, stdout } = await opgen(folder, `delete api ${tree} --controller-name pruner`);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain('in clusters');
    await opgen(folder, 'manifests');
    expect(readFolder(folder)).toEqual(readFolder(before));

    const again = await opgen(folder, `delete api ${tree} --controller-name pruner`);
    expect(again.stderr).toContain('OPG3018');
    expect(again.stderr).toContain('its controllers are --controller-name tree');
    expect(again.exitCode).toBe(1);
  });

  test('removes an external kind from PROJECT with its last controller', async () => {
    const deployment = '--group apps --version v1 --kind Deployment';
    const folder = await projectWith(`create api ${deployment} --no-resource --controller-name scaler`);
    await opgen(folder, `delete api ${deployment} --controller-name scaler`);
    expect(readFolder(folder)).toEqual(readFolder(await projectWith()));
  });

  test('deletes several versions at once', async () => {
    const folder = await projectWith(`create api ${tree}`, `create api ${tree.replace('v1', 'v2')}`);
    await opgen(folder, 'delete api --group fruit --version v1 --version v2 --kind Tree');
    expect(readFolder(folder)).toEqual(readFolder(await projectWith()));
  });
});
