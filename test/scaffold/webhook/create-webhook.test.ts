import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readFolder, temporaryFolder } from '../../support/folder.ts';
import { runCli } from '../../support/run-cli.ts';

const v1 = ['--version', 'v1', '--kind', 'Tree'];
const webhookFile = 'src/webhooks/fruit/v1/tree.webhook.ts';
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

/** A project with two versions of a kind. */
async function orchard(): Promise<string> {
  const folder = temporaryFolder();
  await opgen(folder, 'init --domain example.com --project-name orchard --no-install --no-git'.split(' '));
  for (const version of ['v1', 'v2']) {
    const flags = ['--group', 'fruit', '--version', version, '--kind', 'Tree'];
    await opgen(folder, ['create', 'api', ...flags, `--controller=${version === 'v1'}`]);
  }
  return folder;
}

async function opgen(folder: string, args: readonly string[]): Promise<string> {
  const { exitCode, stderr, stdout } = await runCli(folder, args);
  expect(stderr, args.join(' ')).toBe('');
  expect(exitCode).toBe(0);
  return stdout;
}

function edit(folder: string, path: string, change: (text: string) => string): void {
  const before = readFileSync(join(folder, path), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, path), after);
}

describe('a webhook', () => {
  test('of a second type is added to the file of the first and keeps the changes of the user', async () => {
    const folder = await orchard();
    await opgen(folder, ['create', 'webhook', ...v1, '--defaulting']);
    edit(folder, webhookFile, (text) =>
      text
        .replace('type { AdmissionContext', '{ deny, type AdmissionContext')
        .replace(/ {4}\/\/ TODO: .*/, "    if (tree.metadata.name === 'bonsai') deny('too small');"),
    );
    await opgen(folder, ['create', 'webhook', ...v1, '--validation']);
    const text = readFileSync(join(folder, webhookFile), 'utf8');
    expect(text).toContain("deny('too small')");
    expect(text).toContain('export class TreeValidator implements Validator<Tree>');
    expect(text).toContain('manager.webhook(Tree).validateWith(new TreeValidator(manager.client));');
    expect(text).toMatch(
      /import \{\s*deny,\s*type AdmissionContext[^}]*type Validator[^}]*\} from '@opgen\/runtime';/,
    );
  });

  test('of the same type changes nothing, even if the user has edited it', async () => {
    const folder = await orchard();
    await opgen(folder, ['create', 'webhook', ...v1, '--defaulting', '--validation']);
    edit(folder, webhookFile, (text) => text.replaceAll('log.debug', 'log.info'));
    const before = readFolder(folder);
    const output = await opgen(folder, ['create', 'webhook', ...v1, '--validation']);
    expect(output).toContain('nothing to do');
    expect(readFolder(folder)).toEqual(before);
  });

  test('prints the lines to paste if the marker is missing, and writes nothing', async () => {
    const folder = await orchard();
    await opgen(folder, ['create', 'webhook', ...v1, '--defaulting']);
    edit(folder, webhookFile, (text) => text.replace('// +scaffold:webhooks\n', ''));
    const before = readFolder(folder);
    const { exitCode, stderr } = await runCli(folder, ['create', 'webhook', ...v1, '--validation']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('OPG3102');
    expect(stderr).toContain('export class TreeValidator implements Validator<Tree>');
    expect(readFolder(folder)).toEqual(before);
  });

  test('with a custom path has it in the marker, in the registration and in PROJECT', async () => {
    const folder = await orchard();
    await opgen(folder, ['create', 'webhook', ...v1, '--validation', '--validation-path', '/check/trees']);
    await opgen(folder, ['manifests']);
    const files = readFolder(folder);
    expect(files[webhookFile]).toContain('sideEffects=None,path=/check/trees\n');
    expect(files[webhookFile]).toContain("{ path: '/check/trees' }");
    expect(files['PROJECT']).toContain('validationPath: /check/trees');
    expect(files['config/webhook/manifests.yaml']).toContain('path: /check/trees\n');
  });

  test('of a second version has a unique name in webhooks.ts', async () => {
    const folder = await orchard();
    await opgen(folder, ['create', 'webhook', ...v1, '--defaulting']);
    await opgen(folder, ['create', 'webhook', '--version', 'v2', '--kind', 'Tree', '--defaulting']);
    const setup = readFolder(folder)['src/webhooks/webhooks.ts'];
    expect(setup).toContain("import { setupTreeWebhook } from './fruit/v1/tree.webhook.ts';");
    expect(setup).toContain('setupTreeWebhook as setupFruitTreeV2Webhook');
    expect(setup).toContain('  setupFruitTreeV2Webhook(manager);');
  });
});

describe('a conversion', () => {
  const hub = ['create', 'webhook', '--version', 'v2', '--kind', 'Tree', '--conversion', '--spoke', 'v1'];

  test('makes its hub the storage version', async () => {
    const folder = await orchard();
    await opgen(folder, hub);
    await opgen(folder, ['manifests']);
    const files = readFolder(folder);
    expect(files['src/api/fruit/v1/tree.ts']).not.toContain('+storageversion');
    expect(files['src/api/fruit/v2/tree.ts']).toContain('// +storageversion\n// +subresource:status');
    expect(files['config/webhook/conversions.yaml']).toContain('path: /convert');
  });

  test('is refused with a hint if the storage marker cannot be placed', async () => {
    const folder = await orchard();
    edit(folder, 'src/api/fruit/v2/tree.ts', (text) =>
      text.replace('export interface Tree ', 'interface Tree '),
    );
    const before = readFolder(folder);
    const { exitCode, stderr } = await runCli(folder, hub);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('OPG3206');
    expect(stderr).toContain('export the interface of the kind');
    expect(readFolder(folder)).toEqual(before);
  });
});

describe('deleting a webhook', () => {
  const pod = ['--group', 'core', '--version', 'v1', '--kind', 'Pod', '--validation'];
  const conversion = ['--version', 'v2', '--kind', 'Tree', '--conversion'];
  const steps = [
    { made: [...v1, '--defaulting', '--defaulting-path', '/fill-in'], undone: [...v1, '--defaulting'] },
    { made: [...v1, '--validation'], undone: [...v1, '--programmatic-validation'] },
    { made: [...conversion, '--spoke', 'v1'], undone: conversion },
    { made: pod, undone: pod },
  ];

  test('undoes the steps one by one, in reverse order', async () => {
    const folder = await orchard();
    const states = [readFolder(folder)];
    for (const { made } of steps) {
      await opgen(folder, ['create', 'webhook', ...made]);
      states.push(readFolder(folder));
    }
    for (const { undone } of steps.toReversed()) {
      states.pop();
      await opgen(folder, ['delete', 'webhook', ...undone]);
      expect(readFolder(folder)).toEqual(states.at(-1));
    }
  });

  test('leaves no trace, in any order and with manifests in between', async () => {
    const folder = await orchard();
    await opgen(folder, ['manifests']);
    const before = readFolder(folder);
    for (const { made } of steps) await opgen(folder, ['create', 'webhook', ...made]);
    await opgen(folder, ['manifests']);
    await opgen(folder, ['delete', 'webhook', '--version', 'v1', '--kind', 'Tree']);
    await opgen(folder, ['delete', 'webhook', '--version', 'v1', '--kind', 'Pod']);
    await opgen(folder, ['delete', 'webhook', '--version', 'v2', '--kind', 'Tree']);
    await opgen(folder, ['manifests']);
    expect(readFolder(folder)).toEqual(before);
  });

  test('keeps and reports a file that the user changed', async () => {
    const folder = await orchard();
    await opgen(folder, ['create', 'webhook', ...v1, '--defaulting']);
    edit(folder, webhookFile, (text) => text.replaceAll('log.debug', 'log.info'));
    const { exitCode, stderr } = await runCli(folder, ['delete', 'webhook', ...v1]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('OPG3106');
    expect(stderr).toContain(webhookFile);
    const files = readFolder(folder);
    expect(files[webhookFile]).toContain('log.info');
    expect(files['src/main.ts']).not.toContain('setupWebhooks');
    expect(files['PROJECT']).not.toContain('webhooks');
  });
});

describe.skipIf(!hasKubectl)('what kustomize makes of config/default', () => {
  interface Manifest {
    kind: string;
    metadata: { name: string; namespace?: string };
    [field: string]: unknown;
  }

  async function built(...webhooks: string[][]): Promise<Manifest[]> {
    const folder = await orchard();
    for (const flags of webhooks) await opgen(folder, ['create', 'webhook', ...flags]);
    await opgen(folder, ['manifests']);
    const { status, stderr, stdout } = spawnSync('kubectl', ['kustomize', 'config/default'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest);
  }

  test('uses the names that the operator expects in all manifests', async () => {
    const manifests = await built(
      [...v1, '--defaulting', '--validation'],
      ['--version', 'v2', '--kind', 'Tree', '--conversion', '--spoke', 'v1'],
    );
    const find = (kind: string, name: string): Manifest | undefined =>
      manifests.find((each) => each.kind === kind && each.metadata.name === name);
    const service = { name: 'orchard-webhook-service', namespace: 'orchard-system' };

    expect(find('Service', service.name)?.metadata).toMatchObject(service);
    for (const kind of ['Mutating', 'Validating']) {
      const name = `orchard-${kind.toLowerCase()}-webhook-configuration`;
      const configuration = find(`${kind}WebhookConfiguration`, name);
      expect(configuration).toMatchObject({ webhooks: [{ clientConfig: { service } }] });
    }
    expect(find('CustomResourceDefinition', 'trees.fruit.example.com')).toMatchObject({
      spec: { conversion: { webhook: { clientConfig: { service } } } },
    });
    expect(find('ClusterRole', 'orchard-webhook-role')).toMatchObject({
      rules: [
        { resourceNames: ['orchard-mutating-webhook-configuration'] },
        { resourceNames: ['orchard-validating-webhook-configuration'] },
        { resourceNames: ['trees.fruit.example.com'] },
      ],
    });
    expect(find('ClusterRoleBinding', 'orchard-webhook-rolebinding')).toMatchObject({
      subjects: [{ name: 'orchard-controller-manager', namespace: 'orchard-system' }],
    });
    expect(find('NetworkPolicy', 'orchard-webhook')).toMatchObject({
      spec: { ingress: [{ ports: [{ port: 'webhook' }] }] },
    });
    const ports = expect.arrayContaining([{ name: 'webhook', containerPort: 9443 }]) as unknown;
    expect(find('Deployment', 'orchard-controller-manager')).toMatchObject({
      spec: { template: { spec: { containers: [{ ports }] } } },
    });
  });

  test('has no webhook configurations if there are only conversions', async () => {
    const manifests = await built(['--version', 'v1', '--kind', 'Tree', '--conversion', '--spoke', 'v2']);
    expect(manifests.filter(({ kind }) => kind.endsWith('WebhookConfiguration'))).toEqual([]);
  });
});
