/** The output of `kubectl kustomize` for a new project, which `make deploy` would apply. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { runCli } from '../support/run-cli.ts';

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

interface Item {
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  spec?: Record<string, unknown>;
}

function kustomize(folder: string, overlay = 'config/default'): Item[] {
  const { status, stderr, stdout } = spawnSync('kubectl', ['kustomize', join(folder, overlay)], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Item);
}

const names = (items: readonly Item[]): string[] =>
  items.map(({ kind, metadata }) => `${kind} ${metadata.name}`);

const init = ['init', '--domain', 'example.com', '--project-name', 'orchard', '--no-install', '--no-git'];

async function makeProject(...flags: string[]): Promise<string> {
  const folder = temporaryFolder();
  for (const command of [
    [...init, ...flags],
    'create api --group fruit --version v1 --kind Tree'.split(' '),
    'create webhook --group fruit --version v1 --kind Tree --defaulting --validation'.split(' '),
    ['manifests'],
  ]) {
    expect(await runCli(folder, command)).toMatchObject({ exitCode: 0, stderr: '' });
  }
  return folder;
}

/** Builds the project with these components enabled. */
async function withComponents(...components: string[]): Promise<Item[]> {
  const folder = await makeProject();
  enable(folder, components);
  return kustomize(folder);
}

function enable(folder: string, components: readonly string[]): void {
  const path = 'config/default/kustomization.yaml';
  const lines = components.map((component) => `  - ../${component}\n`).join('');
  writeFolder(folder, { [path]: `${readFolder(folder)[path]}${lines}` });
}

describe.skipIf(!hasKubectl)('config/default', () => {
  test('puts everything into one namespace, with one name prefix', async () => {
    const items = await withComponents();
    const namespaced = items.filter(({ metadata }) => metadata.namespace !== undefined);
    expect(new Set(namespaced.map(({ metadata }) => metadata.namespace))).toEqual(
      new Set(['orchard-system']),
    );
    const own = items.filter(({ kind }) => kind !== 'CustomResourceDefinition');
    expect(names(own).filter((name) => !name.includes(' orchard-'))).toEqual([]);
    expect(names(items)).toContain('PodDisruptionBudget orchard-controller-manager');
    expect(names(items)).toContain('Service orchard-metrics-service');
  });

  test.each([
    [[], []],
    [['prometheus'], ['ServiceMonitor']],
    [['certmanager'], ['Certificate', 'Issuer']],
    [
      ['prometheus', 'certmanager'],
      ['Certificate', 'Issuer', 'ServiceMonitor'],
    ],
    [
      ['certmanager', 'prometheus'],
      ['Certificate', 'Issuer', 'ServiceMonitor'],
    ],
  ])('with the components %j also has %j', async (components, kinds) => {
    const known = new Set((await withComponents()).map(({ kind }) => kind));
    const added = (await withComponents(...components))
      .map(({ kind }) => kind)
      .filter((kind) => !known.has(kind));
    expect([...new Set(added)].toSorted()).toEqual(kinds);
  });

  test('uses certificates from cert-manager, and then has no permission to create its own', async () => {
    const items = await withComponents('certmanager');
    expect(names(items).filter((name) => name.match(/certificates-role|webhook-role/))).toEqual([]);
    const text = JSON.stringify(items);
    expect(text).toContain('--certificate-dir=/certificates');
    expect(text).toContain('"secretName":"orchard-certificates"');
    const issuers = new Set(
      items.filter(({ kind }) => kind === 'Issuer').map(({ metadata }) => metadata.name),
    );
    for (const { spec } of items.filter(({ kind }) => kind === 'Certificate'))
      expect(issuers).toContain((spec as { issuerRef: { name: string } }).issuerRef.name);
    const injected = items.filter(
      ({ metadata }) =>
        metadata.annotations?.['cert-manager.io/inject-ca-from'] ===
        'orchard-system/orchard-serving-certificate',
    );
    expect(injected.map(({ kind }) => kind).toSorted()).toEqual([
      'CustomResourceDefinition',
      'MutatingWebhookConfiguration',
      'ValidatingWebhookConfiguration',
    ]);
  });

  test('keeps volumes, mounts and arguments of the user next to those of cert-manager', async () => {
    const folder = await makeProject();
    enable(folder, ['certmanager']);
    const path = 'config/manager/manager.yaml';
    const manager = readFolder(folder)[path] ?? '';
    const withVolume = manager
      .replace(/^      containers:\n/m, '      volumes:\n        - name: cache\n          emptyDir: {}\n$&')
      .replace(
        /^          args:\n/m,
        '          volumeMounts:\n            - name: cache\n              mountPath: /cache\n$&            - --verbose\n',
      );
    writeFolder(folder, { [path]: withVolume });
    const deployment = kustomize(folder).find(({ kind }) => kind === 'Deployment');
    const names = ['cache', 'certificates'].map((name) => expect.objectContaining({ name }));
    const mounts = ['/cache', '/certificates'].map((mountPath) => expect.objectContaining({ mountPath }));
    const args = expect.arrayContaining(['--verbose', '--certificate-dir=/certificates']);
    expect(deployment?.spec).toMatchObject({
      template: {
        spec: {
          volumes: expect.arrayContaining(names),
          containers: [{ args, volumeMounts: expect.arrayContaining(mounts) }],
        },
      },
    });
  });

  test.each([[], ['--namespaced']])('builds right after opgen init %s', async (...flags) => {
    const folder = temporaryFolder();
    await runCli(folder, [...init, ...flags]);
    expect(names(kustomize(folder))).toContain('Deployment orchard-controller-manager');
    expect(await runCli(folder, ['manifests'])).toMatchObject({ stdout: 'everything is up to date\n' });
  });

  test('verifies the metrics endpoint against the CA of the operator', async () => {
    const monitor = (await withComponents('prometheus')).find(({ kind }) => kind === 'ServiceMonitor');
    const tlsConfig = {
      serverName: 'orchard-metrics-service.orchard-system.svc',
      ca: { secret: { name: 'orchard-certificates', key: 'ca.crt' } },
    };
    expect(monitor?.spec).toMatchObject({ endpoints: [{ tlsConfig }] });
  });

  test('grants a namespaced operator permissions only in its own namespace', async () => {
    const items = kustomize(await makeProject('--namespaced'));
    expect(names(items)).toContain('Role orchard-manager-role');
    const binding = items.find(({ metadata }) => metadata.name === 'orchard-manager-rolebinding');
    expect(binding).toMatchObject({
      kind: 'RoleBinding',
      metadata: { namespace: 'orchard-system' },
      roleRef: { kind: 'Role', name: 'orchard-manager-role' },
    });
    expect(JSON.stringify(items)).toContain('WATCH_NAMESPACE');
  });

  test('config/crd stands alone, for make install', async () => {
    expect(kustomize(await makeProject(), 'config/crd').map(({ kind }) => kind)).toEqual([
      'CustomResourceDefinition',
    ]);
  });
});
