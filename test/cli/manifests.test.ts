import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { projectFile } from '../support/project-file.ts';

const path = 'src/api/cache/v1/memcached.ts';
const kind = `import { type CustomResource, defineKind, type Int32, type Validator } from '@opgen/runtime';

export interface MemcachedSpec {
  /** How many copies run. More are faster. */
  size: Int32;
}

export interface Memcached extends CustomResource<MemcachedSpec> {
  apiVersion: 'cache.example.com/v1';
  kind: 'Memcached';
}

export const Memcached = defineKind<Memcached>({
  apiVersion: 'cache.example.com/v1',
  kind: 'Memcached',
  plural: 'memcacheds',
  scope: 'Namespaced',
});
`;
const validator = 'export class MemcachedValidator implements Validator<Memcached> {}\n';

const crd = 'config/crd/bases/cache.example.com_memcacheds.yaml';
const role = 'config/rbac/role.yaml';
const webhooks = 'config/webhook/manifests.yaml';

const sample = (spec: string): string =>
  `apiVersion: cache.example.com/v1\nkind: Memcached\nmetadata: {name: a}\n\nspec: {${spec}}\n`;

const sampleProblem = (severity: string): string =>
  `config/samples/a.yaml:5:8 ${severity} OPG2122 the API server rejects sample a: unknown field "spec.sise"`;

function newProject(): string {
  const folder = temporaryFolder();
  writeFolder(folder, { PROJECT: projectFile, [path]: kind + validator });
  return folder;
}

const writtenIn = (folder: string): string[] =>
  Object.keys(readFolder(folder)).filter((file) => file.endsWith('.yaml'));

describe('manifests writes', () => {
  test('all parts, and removes stale files', async () => {
    const folder = newProject();
    const first = await runCli(folder, ['manifests']);
    expect(first).toMatchObject({ exitCode: 0, stderr: '' });
    expect(writtenIn(folder)).toEqual([crd, role, webhooks]);

    writeFolder(folder, { [path]: kind, 'config/webhook/mine.yaml': 'kind: Service\n' });
    const second = await runCli(folder, ['manifests']);
    expect(second.stdout).toBe(`delete  ${webhooks}\n`);
    expect(writtenIn(folder)).toEqual([crd, role, 'config/webhook/mine.yaml']);
  });

  test('only the parts of --only', async () => {
    const folder = newProject();
    await runCli(folder, ['manifests', '--only', 'rbac', '--only', 'webhook']);
    expect(writtenIn(folder)).toEqual([role, webhooks]);
    writeFolder(folder, { [path]: kind });
    expect((await runCli(folder, ['manifests', '--only', 'crd,rbac'])).stdout).toBe(`create  ${crd}\n`);
    expect(writtenIn(folder)).toEqual([crd, role, webhooks]);
  });

  test('into the folder of --out, and removes stale files there', async () => {
    const folder = newProject();
    await runCli(folder, ['manifests', '--out', 'build/manifests']);
    expect(writtenIn(folder)).toEqual([
      'build/manifests/crd/bases/cache.example.com_memcacheds.yaml',
      'build/manifests/rbac/role.yaml',
      'build/manifests/webhook/manifests.yaml',
    ]);
    writeFolder(folder, { [path]: kind });
    const { stdout } = await runCli(folder, ['manifests', '--out', 'build/manifests']);
    expect(stdout).toBe('delete  webhook/manifests.yaml\n');
  });

  test.each([
    ['YAML', '# Copyright Pomona\n#\n# All rights kept\n'],
    ['Go', '/*\nCopyright Pomona\n\nAll rights kept\n*/\n'],
    ['TypeScript', '/**\n * Copyright Pomona\n *\n * All rights kept\n */\n'],
    ['no language', 'Copyright Pomona\n\nAll rights kept\n'],
  ])('the header as a YAML comment, from a comment in %s', async (_, header) => {
    const folder = newProject();
    writeFolder(folder, { 'hack/header.txt': header });
    const run = (): Promise<unknown> => runCli(folder, ['manifests', '--header-file', 'hack/header.txt']);
    expect(await run()).toMatchObject({ exitCode: 0 });
    const lines = readFileSync(join(folder, role), 'utf8').split('\n');
    expect(lines.slice(1, 5)).toEqual(['# Copyright Pomona', '#', '# All rights kept', '---']);
    // It recognizes its own files in the next run.
    expect(await run()).toMatchObject({ stdout: 'everything is up to date\n' });
  });

  test.each([
    ['0', undefined],
    ['18', 'description: How many copies...'],
    ['30', 'description: How many copies run.\n'],
    ['1000', 'description: How many copies run. More are faster.'],
  ])('descriptions of at most %s bytes', async (most, description) => {
    const folder = newProject();
    await runCli(folder, ['manifests', '--max-description-length', most]);
    const text = readFileSync(join(folder, crd), 'utf8');
    if (description === undefined) expect(text).not.toContain('description');
    else expect(text).toContain(description);
  });

  test('nothing if any part has a problem', async () => {
    const folder = newProject();
    writeFolder(folder, { 'src/main.ts': '// +rbac:groups=core,verbs=get\n' });
    const { exitCode, stderr } = await runCli(folder, ['manifests', '--only', 'crd']);
    expect(stderr).toContain('OPG2201');
    expect(exitCode).toBe(1);
    expect(writtenIn(folder)).toEqual([]);
  });
});

describe('manifests prints', () => {
  test('all files with --stdout, and writes none', async () => {
    const folder = newProject();
    const { stdout } = await runCli(folder, ['manifests', '--stdout']);
    expect(stdout.match(/^kind: .*/gm)).toEqual([
      'kind: CustomResourceDefinition',
      'kind: ClusterRole',
      'kind: ValidatingWebhookConfiguration',
    ]);
    expect(writtenIn(folder)).toEqual([]);
  });

  test('outdated files with --check, also in a JSON report', async () => {
    const folder = newProject();
    const { exitCode, stdout } = await runCli(folder, ['manifests', '--check', '--json']);
    expect(exitCode).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      changed: [crd, role, webhooks].map((path) => ({ path, action: 'create' })),
    });
    expect(writtenIn(folder)).toEqual([]);
  });

  test('an invalid sample: a warning, and an error with --check, also if nothing has changed since', async () => {
    const folder = newProject();
    writeFolder(folder, {
      [path]: kind,
      'package.json': '{}',
      'node_modules/x/package.json': '{}',
      'config/samples/a.yaml': sample('sise: 0, size: 1'),
    });
    const run = async (...flags: string[]): Promise<[number, string]> => {
      const { exitCode, stderr } = await runCli(folder, ['manifests', ...flags]);
      return [exitCode, stderr.split('\n')[0] ?? ''];
    };
    expect(await run()).toEqual([0, sampleProblem('warning')]);
    expect(await run('--check')).toEqual([1, sampleProblem('error')]);
    expect(await run('--check', '--no-cache')).toEqual([1, sampleProblem('error')]);
    expect(await run()).toEqual([0, sampleProblem('warning')]);
    writeFolder(folder, { 'config/samples/a.yaml': sample('size: 1') });
    expect(await run('--check')).toEqual([0, '']);
  });

  test('the files that it read with --verbose', async () => {
    const { stderr } = await runCli(newProject(), ['manifests', '--verbose']);
    expect(stderr).toContain(`  read ${path}\n`);
  });

  test.each([
    [['--only', 'crds'], "did you mean 'crd'?"],
    [['--header-file', 'nowhere.txt'], 'pass the path of an existing file'],
    [['--max-description-length', 'short'], 'use a number of bytes'],
    [['--watch', '--check'], '--check'],
  ])('the problem with %j', async (options, message) => {
    const { exitCode, stderr } = await runCli(newProject(), ['manifests', ...options]);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(1);
  });
});

/** A run of `manifests --watch`. */
function watching(folder: string, ...args: string[]) {
  const ctrlC = new AbortController();
  const printed: string[] = [];
  const output = { write: (text: string) => printed.push(text) };
  const ended = runCli(folder, ['manifests', '--watch', ...args], {
    stdout: output,
    stderr: output,
    interrupted: ctrlC.signal,
  });
  return {
    /** Waits for this text in the output and discards the output read so far. */
    hears: (text: string): Promise<void> =>
      vi.waitFor(() => expect(printed.splice(0).join('')).toContain(text), 30_000),
    end: async (): Promise<number> => {
      ctrlC.abort();
      return (await ended).exitCode;
    },
  };
}

test('manifests --watch writes after each change, survives mistakes and exits cleanly on Ctrl-C', async () => {
  const folder = newProject();
  const watch = watching(folder);
  await watch.hears(`wrote ${crd}, wrote ${role}, wrote ${webhooks}`);
  writeFileSync(join(folder, path), kind.replace('size: Int32', 'size: Int23'));
  await watch.hears("did you mean 'Int32'?");
  expect(writtenIn(folder)).toEqual([crd, role, webhooks]);
  writeFileSync(join(folder, path), kind);
  await watch.hears(`removed ${webhooks}`);
  writeFolder(folder, {
    'src/webhooks/cache/v1/memcached.webhook.ts': `import { Memcached } from '../../../api/cache/v1/memcached.ts';\nimport type { Validator } from '@opgen/runtime';\n${validator}`,
  });
  await watch.hears(`wrote ${webhooks}`);
  rmSync(join(folder, 'src/webhooks'), { recursive: true });
  await watch.hears(`removed ${webhooks}`);

  expect(await watch.end()).toBe(0);
});

const port = (most: number): string => `// +validation:Maximum=${most}\nexport type Port = number;\n`;

test('manifests --watch watches every file that it reads, including missing ones', async () => {
  const folder = newProject();
  writeFolder(folder, {
    [path]: kind
      .replace(
        'export interface MemcachedSpec {',
        "import type { Port } from '@shared/port';\n\n$&\n  port: Port;",
      )
      .concat('// +rbac:groups=core,resources=secrets,verbs=get,namespace=vault\n', validator),
    'tsconfig.json': '{ "extends": "./tsconfig.base.json" }\n',
    'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./shared/*"] } } }\n',
    'hack/header.txt': 'Copyright Pomona\n',
  });
  const watch = watching(folder, '--header-file', 'hack/header.txt');
  await watch.hears('port');
  writeFolder(folder, { 'shared/port.ts': port(10) });
  await watch.hears(`wrote ${crd}, wrote ${role}, wrote ${webhooks}`);
  writeFolder(folder, { 'shared/port.ts': port(20) });
  await watch.hears(`wrote ${crd}`);
  writeFolder(folder, { 'lib/port.ts': port(30) });
  writeFolder(folder, {
    'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./lib/*"] } } }\n',
  });
  await watch.hears(`wrote ${crd}`);
  writeFolder(folder, {
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@shared/*": ["./shared/*"] } } }\n',
  });
  await watch.hears(`wrote ${crd}`);
  writeFolder(folder, { PROJECT: `${projectFile}namespaced: true\n` });
  await watch.hears(`wrote ${role}`);
  writeFolder(folder, { 'hack/header.txt': 'Copyright Vertum\n' });
  await watch.hears(`wrote ${crd}, wrote ${role}, wrote ${webhooks}`);
  writeFolder(folder, {
    'config/default/kustomization.yaml': 'namespace: memcached-operator-system\n',
    'config/rbac/kustomization.yaml': 'resources:\n  - role.yaml\n',
  });
  await watch.hears('OPG2209');
  expect(await watch.end()).toBe(0);
});
