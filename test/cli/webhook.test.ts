import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/cli/output/reporter.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const certificateCrd = readFileSync(
  new URL('../golden/core-and-external-types/given/certificate.crd.yaml', import.meta.url),
  'utf8',
);

/** Two versions of one kind, another kind, and a webhook. */
async function orchard(): Promise<string> {
  const folder = temporaryFolder();
  for (const command of [
    'init --domain example.com --project-name orchard --no-install --no-git',
    'create api --group fruit --version v1 --kind Tree',
    'create api --group fruit --version v2 --kind Tree --no-controller',
    'create api --group tools --version v1 --kind Ladder',
    'create webhook --version v1 --kind Tree --validation --validation-path /check',
  ])
    expect(await runCli(folder, command.split(' '))).toMatchObject({ exitCode: 0, stderr: '' });
  return folder;
}

describe('opgen create webhook', () => {
  test.each([
    [
      'a command without a webhook type names the flags',
      '--version v1 --kind Tree',
      'OPG3201',
      '--defaulting, --validation',
    ],
    ['a missing value prints the complete command', '--kind Tree', 'OPG4002', '--version v1 --kind Tree'],
    [
      'an unknown kind names the nearest',
      '--version v1 --kind Treee --defaulting',
      'OPG3204',
      '--kind Tree?',
    ],
    [
      'an unknown version names the nearest',
      '--version v3 --kind Tree --defaulting',
      'OPG3204',
      'did you mean --version v1?',
    ],
    [
      'an unknown kind names the command that creates it',
      '--group sea --version v1 --kind Ocean --defaulting',
      'OPG3204',
      'opgen create api --group sea --version v1 --kind Ocean',
    ],
    [
      'a plural that differs from that of the kind is rejected',
      '--version v2 --kind Tree --plural treeses --defaulting',
      'OPG3204',
      'the plural of Tree is trees',
    ],
    [
      'a path without a slash gets a suggestion',
      '--version v2 --kind Tree --defaulting --defaulting-path fill/in',
      'OPG3202',
      'did you mean --defaulting-path /fill/in?',
    ],
    [
      'a path that breaks out of the marker is rejected',
      '--version v2 --kind Tree --defaulting --defaulting-path /a,mutating=false',
      'OPG3202',
      '/a-mutating-false',
    ],
    [
      'a path that leaves its root is rejected',
      '--version v2 --kind Tree --defaulting --defaulting-path /../x',
      'OPG3202',
      'did you mean --defaulting-path /x?',
    ],
    [
      'a path in upper case, which the API server rejects, gets a suggestion',
      '--version v2 --kind Tree --defaulting --defaulting-path /Fill_In',
      'OPG3202',
      'did you mean --defaulting-path /fill-in?',
    ],
    [
      'a path without its webhook names the missing flag',
      '--version v2 --kind Tree --defaulting --validation-path /x',
      'OPG3202',
      'add --validation',
    ],
    [
      'a path of another webhook is taken',
      '--version v2 --kind Tree --validation --validation-path /check',
      'OPG3202',
      'the validation webhook of Tree v1 already has the path /check',
    ],
    [
      'the path of the conversion webhook is taken',
      '--version v2 --kind Tree --validation --validation-path /convert',
      'OPG3202',
      'the conversion webhook already has the path /convert',
    ],
    [
      'one path for two webhooks of one command is rejected',
      '--version v2 --kind Tree --validation --validation-path /x --defaulting --defaulting-path /x',
      'OPG3202',
      'already has the path /x',
    ],
    [
      'another path for an existing webhook is rejected',
      '--version v1 --kind Tree --validation --validation-path /other',
      'OPG3202',
      'already exists with the path /check',
    ],
    ['a hub needs a spoke', '--version v1 --kind Tree --conversion', 'OPG3203', '--spoke v2'],
    ['a spoke needs a hub', '--version v1 --kind Tree --spoke v2', 'OPG3203', 'add --conversion'],
    [
      'an unknown spoke names the nearest',
      '--version v1 --kind Tree --conversion --spoke v22',
      'OPG3203',
      'did you mean --spoke v2?',
    ],
    [
      'the hub cannot be a spoke',
      '--version v1 --kind Tree --conversion --spoke v1',
      'OPG3203',
      'v1 is the hub',
    ],
    [
      'a repeated spoke is rejected',
      '--version v1 --kind Tree --conversion --spoke v2 --spoke v2',
      'OPG3203',
      'duplicate --spoke v2',
    ],
    [
      'a Kubernetes kind cannot be converted',
      '--group apps --version v1 --kind Deployment --conversion --spoke v2',
      'OPG3205',
      'not a kind of this project',
    ],
    [
      'an invalid module name is rejected',
      '--group pki --version v1 --kind Leaf --external-api-module ../../pki --validation',
      'OPG3017',
      'not a valid npm module name',
    ],
    [
      'the kind of another operator is validated',
      '--group pki --version v1 --kind ../Leaf --external-api-module pki --validation',
      'OPG3006',
      'did you mean --kind Leaf?',
    ],
  ])('%s', async (_, flags, code, words) => {
    const folder = await orchard();
    const before = readFolder(folder);
    const { exitCode, stderr, stdout } = await runCli(folder, ['create', 'webhook', ...flags.split(' ')]);
    expect(stderr).toContain(code);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(stdout).toBe('');
    expect(exitCode).toBe(1);
    expect(readFolder(folder)).toEqual(before);
  });

  test('tells a kind of the project from a built-in one of the same name by the full group', async () => {
    const folder = await orchard();
    const deployment = '--version v1 --kind Deployment';
    for (const command of [
      `create api --group apps ${deployment} --no-resource`,
      `create api --group apps ${deployment} --no-controller`,
      `create api --group networking --version v1 --kind Ingress --no-resource`,
      `create api --group networking --version v1 --kind Ingress --no-controller`,
    ])
      expect(await runCli(folder, command.split(' '))).toMatchObject({ exitCode: 0, stderr: '' });
    const typeOf = async (group: string): Promise<string | undefined> => {
      const command = `create webhook --group ${group} ${deployment} --validation --diff`;
      const { stdout } = await runCli(folder, command.split(' '));
      return /^\+import \{ Deployment \} from '(.*)';$/m.exec(stdout)?.[1];
    };
    expect(await typeOf('apps')).toBe('@opgen/runtime/kinds/apps/v1');
    expect(await typeOf('apps.example.com')).toBe('../../../api/apps/v1/deployment.ts');

    const ambiguous = 'create webhook --group networking --version v1 --kind Ingress --validation';
    expect((await runCli(folder, ambiguous.split(' '))).stderr).toContain(
      'hint: add --group networking.k8s.io or --group networking.example.com',
    );
  });

  test("imports another operator's kind from its module, and delete removes every trace", async () => {
    const folder = await orchard();
    const before = readFolder(folder);
    const leaf = ['--group', 'pki', '--version', 'v1', '--kind', 'Leaf'];
    const foreign = ['--external-api-domain', 'elsewhere.org', '--external-api-module', '@elsewhere/pki'];
    const { exitCode } = await runCli(folder, ['create', 'webhook', ...leaf, ...foreign, '--validation']);
    expect(exitCode).toBe(0);
    const files = readFolder(folder);
    expect(files['src/webhooks/pki/v1/leaf.webhook.ts']).toContain("import { Leaf } from '@elsewhere/pki';");
    expect(files['PROJECT']).toContain('external: true');
    await runCli(folder, ['delete', 'webhook', ...leaf]);
    expect(readFolder(folder)).toEqual(before);
  });

  test("imports another operator's kind from its CRD, which provides all names", async () => {
    const folder = await orchard();
    writeFolder(folder, { 'certificate.yaml': certificateCrd });
    const before = readFolder(folder);
    const command = ['create', 'webhook', '--external-api-crd', 'certificate.yaml', '--validation'];
    expect(await runCli(folder, command)).toMatchObject({ exitCode: 0, stderr: '' });
    const files = readFolder(folder);
    const path = 'src/external/pki/v1/certificate.ts';
    expect(files[path]).toContain("apiVersion: 'pki.elsewhere.org/v1';");
    expect(files['src/webhooks/pki/v1/certificate.webhook.ts']).toContain(
      "import { Certificate } from '../../../external/pki/v1/certificate.ts';",
    );
    expect(files['PROJECT']).toContain(`path: ${path}`);
    expect((await runCli(folder, command)).stdout).toContain('nothing to do');

    // The CRD is no longer needed once the project has the type.
    rmSync(join(folder, 'certificate.yaml'));
    const defaulting = 'create webhook --version v1 --kind Certificate --defaulting'.split(' ');
    expect(await runCli(folder, defaulting)).toMatchObject({ exitCode: 0, stderr: '' });

    await runCli(folder, 'delete webhook --version v1 --kind Certificate'.split(' '));
    expect(readFolder(folder)).toHaveProperty([path]);
    await runCli(folder, 'delete api --group pki --version v1 --kind Certificate'.split(' '));
    expect(readFolder(folder)).toEqual(
      Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'certificate.yaml')),
    );
  });

  test('rejects a CRD without the requested version before it writes anything', async () => {
    const folder = await orchard();
    writeFolder(folder, { 'certificate.yaml': certificateCrd });
    const before = readFolder(folder);
    const flags = ['--external-api-crd', 'certificate.yaml', '--version', 'v7', '--validation'];
    const { exitCode, stderr } = await runCli(folder, ['create', 'webhook', ...flags]);
    expect(stderr).toContain('OPG3017');
    expect(exitCode).toBe(1);
    expect(readFolder(folder)).toEqual(before);
  });

  test.each([
    ['without its markers', () => 'export {};\n'],
    ['with a changed class', (text: string) => text.replace("'may be created'", "'created'")],
  ])('--force replaces a webhook file %s', async (_, change) => {
    const folder = await orchard();
    const path = 'src/webhooks/fruit/v1/tree.webhook.ts';
    const original = readFolder(folder);
    const changed = change(original[path] ?? '');
    writeFolder(folder, { [path]: changed });
    const command = 'create webhook --version v1 --kind Tree --validation'.split(' ');

    expect((await runCli(folder, command)).stdout).toContain('nothing to do');
    expect((await runCli(folder, [...command, '--force', '--diff'])).stdout).toContain(`+++ b/${path}`);
    expect(readFolder(folder)[path]).toBe(changed);

    const { exitCode, stdout } = await runCli(folder, [...command, '--force']);
    expect(stdout).toContain(`replace ${path}`);
    expect(exitCode).toBe(0);
    expect(readFolder(folder)).toEqual(original);
  });

  test('--force with a further webhook keeps the existing one', async () => {
    const folder = await orchard();
    const path = 'src/webhooks/fruit/v1/tree.webhook.ts';
    writeFolder(folder, { [path]: 'export {};\n' });
    const command = 'create webhook --version v1 --kind Tree --defaulting --force'.split(' ');
    expect(await runCli(folder, command)).toMatchObject({ exitCode: 0, stderr: '' });
    const text = readFolder(folder)[path] ?? '';
    expect(text.match(/class \w+/g)).toEqual(['class TreeDefaulter', 'class TreeValidator']);
  });

  test('rejects a second hub', async () => {
    const folder = await orchard();
    const convert = ['create', 'webhook', '--kind', 'Tree', '--conversion', '--version'];
    expect(await runCli(folder, [...convert, 'v1', '--spoke', 'v2'])).toMatchObject({ exitCode: 0 });
    const { stderr } = await runCli(folder, [...convert, 'v2', '--spoke', 'v1']);
    expect(stderr).toContain('OPG3205');
    expect(stderr).toContain('--version v1 --conversion --spoke v2');
  });

  test('retires the old version without a detour', async () => {
    const folder = await orchard();
    const created = await runCli(
      folder,
      'create webhook --version v2 --kind Tree --conversion --spoke v1'.split(' '),
    );
    expect(created.stdout).toContain('src/controllers/fruit/tree.controller.ts reads Tree in v1');
    expect(await runCli(folder, 'manifests'.split(' '))).toMatchObject({ exitCode: 0 });
    const retired = 'delete api --group fruit --version v1 --kind Tree'.split(' ');
    const { exitCode, stdout } = await runCli(folder, retired);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('The conversion of Tree between v1 and v2 was removed');
    const files = readFolder(folder);
    expect(Object.keys(files).filter((path) => /conversion/.test(path))).toEqual([]);
    expect(files['src/api/fruit/v2/tree.ts']).toContain('// +storageversion');
    expect(await runCli(folder, 'manifests'.split(' '))).toMatchObject({ exitCode: 0 });
    expect(readFolder(folder)['config/crd/bases/fruit.example.com_trees.yaml']).not.toContain('name: v1');
  });

  test('names the commands that make another version the hub before the hub can be deleted', async () => {
    const folder = await orchard();
    await runCli(folder, 'create webhook --version v2 --kind Tree --conversion --spoke v1'.split(' '));
    const { stderr } = await runCli(folder, 'delete api --group fruit --version v2 --kind Tree'.split(' '));
    expect(stderr).toContain('OPG3014');
    const [first = '', second = ''] = stderr.match(/opgen (delete|create) webhook [^,]*?(?= and|,)/g) ?? [];
    for (const command of [first, second, 'opgen delete api --group fruit --version v2 --kind Tree'])
      expect(await runCli(folder, command.split(' ').slice(1)), command).toMatchObject({ exitCode: 0 });
  });

  test('asks for a second replica as long as there is one', async () => {
    const folder = await orchard();
    const convert = 'create webhook --version v2 --kind Tree --conversion --spoke v1'.split(' ');
    const note = 'Set replicas to 2 in config/manager/manager.yaml';
    expect((await runCli(folder, convert)).stdout).toContain(note);
    expect(await runCli(folder, ['delete', ...convert.slice(1, -2)])).toMatchObject({ exitCode: 0 });
    const manager = join(folder, 'config/manager/manager.yaml');
    writeFileSync(manager, readFileSync(manager, 'utf8').replace('  replicas: 1\n', '  replicas: 2\n'));
    const again = await runCli(folder, convert);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).not.toContain(note);
  });

  test('keeps the conversion of the remaining spokes', async () => {
    const folder = await orchard();
    const add = 'create api --group fruit --version v3 --kind Tree --no-controller'.split(' ');
    expect(await runCli(folder, add)).toMatchObject({ exitCode: 0 });
    const convert = 'create webhook --version v3 --kind Tree --conversion --spoke v2'.split(' ');
    expect(await runCli(folder, convert)).toMatchObject({ exitCode: 0 });
    const without = readFolder(folder);
    const again = 'create webhook --version v3 --kind Tree --conversion --spoke v1'.split(' ');
    expect(await runCli(folder, again)).toMatchObject({ exitCode: 0 });
    const retired = 'delete api --group fruit --version v1 --kind Tree'.split(' ');
    expect(await runCli(folder, retired)).toMatchObject({ exitCode: 0 });
    const path = Object.keys(without).find((each) => /^src\/.*conversion\.ts$/.test(each)) ?? '';
    expect(readFolder(folder)[path]).toBe(without[path]);
  });

  test('prints the next steps', async () => {
    const command = 'create webhook --version v2 --kind Tree --defaulting'.split(' ');
    const { stdout } = await runCli(await orchard(), command);
    expect(stdout).toMatchInlineSnapshot(`
      "update  src/webhooks/webhooks.ts
      create  src/webhooks/fruit/v2/tree.webhook.ts
      create  test/webhooks/fruit/v2/tree.webhook.test.ts
      update  PROJECT

      Next:
        edit src/webhooks/fruit/v2/tree.webhook.ts
        npx opgen manifests
      "
    `);
  });

  test('makes the controller test of a spoke serve the conversion webhook while one exists', async () => {
    const folder = await orchard();
    const path = 'test/controllers/fruit/tree.controller.test.ts';
    const before = readFolder(folder)[path];
    expect(before).not.toContain('serveWebhooks');
    await runCli(folder, 'create webhook --version v2 --kind Tree --conversion --spoke v1'.split(' '));
    expect(readFolder(folder)[path]).toContain('await serveWebhooks(cluster, ending.signal);');
    await runCli(folder, 'delete webhook --version v2 --kind Tree --conversion'.split(' '));
    expect(readFolder(folder)[path]).toBe(before);
  });

  test('reports what it changed with --json, and changes nothing with --dry-run', async () => {
    const folder = await orchard();
    const before = readFolder(folder);
    const command = 'create webhook --version v2 --kind Tree --conversion --spoke v1 --dry-run --json'.split(
      ' ',
    );
    const report = JSON.parse((await runCli(folder, command)).stdout) as JsonReport;
    expect(report).toMatchObject({
      ok: true,
      command: 'create webhook',
      data: { resource: { kind: 'Tree', webhooks: { conversion: true, spoke: ['v1'] } } },
    });
    expect(report.changed).toContainEqual({ path: 'src/api/fruit/v1/tree.ts', action: 'update' });
    expect(readFolder(folder)).toEqual(before);
  });
});

describe('opgen delete webhook', () => {
  test('says which version is stored again', async () => {
    const folder = await orchard();
    await runCli(folder, 'create webhook --version v2 --kind Tree --conversion --spoke v1'.split(' '));
    const { stdout } = await runCli(folder, 'delete webhook --version v2 --kind Tree'.split(' '));
    expect(stdout).toContain('v1 is the storage version of Tree again');
  });

  test.each([
    ['a missing webhook type', '--version v1 --kind Tree --defaulting', 'OPG3207', 'it has --validation'],
    ['a kind without webhooks', '--version v1 --kind Ladder', 'OPG3207', 'no webhooks to delete'],
    ['an unknown kind', '--version v1 --kind Lader', 'OPG3204', '--kind Ladder?'],
  ])('reports %s with the available choices', async (_, flags, code, words) => {
    const folder = await orchard();
    const before = readFolder(folder);
    const { exitCode, stderr } = await runCli(folder, ['delete', 'webhook', ...flags.split(' ')]);
    expect(stderr).toContain(code);
    expect(stderr).toContain(words);
    expect(exitCode).toBe(1);
    expect(readFolder(folder)).toEqual(before);
  });
});
