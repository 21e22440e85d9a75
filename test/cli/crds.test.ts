import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { readProject } from '../../src/project/project-file.ts';
import { type CliRun, runCli } from '../support/run-cli.ts';
import { projectFile } from '../support/project-file.ts';

const path = 'src/api/cache/v1/memcached.ts';
const types = `import { type CustomResource, defineKind, type Int32 } from '@opgen/runtime';

/** MemcachedSpec is the desired state of a Memcached. */
export interface MemcachedSpec {
  /** How many copies run. */
  // +validation:Minimum=1
  // +default=1
  size: Int32;
  policy?: 'Delete' | 'Retain';
  ports: Port[];
}

export interface Port {
  port: Int32;
}

// +resource:shortName=mc
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
const changed = types.replace('  size: Int32;\n', '').replace("'Delete' | 'Retain'", 'string');
const crd = 'config/crd/bases/cache.example.com_memcacheds.yaml';
const name = 'memcacheds.cache.example.com';

async function newProject(text = types): Promise<string> {
  const folder = temporaryFolder();
  writeFolder(folder, { PROJECT: projectFile, [path]: text });
  expect(await runCli(folder, ['manifests'])).toMatchObject({ exitCode: 0 });
  return folder;
}

async function changedProject(): Promise<string> {
  const folder = await newProject();
  writeFileSync(join(folder, 'before.yaml'), readFileSync(join(folder, crd)));
  // The field's comment and markers would describe the next one.
  writeFolder(folder, { [path]: changed.replace(/ {2}\/\*\* How[^]*?default=1\n/, '') });
  return folder;
}

/** The CRD of the types above. */
const text = async (): Promise<string> => readFileSync(join(await newProject(), crd), 'utf8');

/** The minimal project to which kinds can be added. */
const empty: Readonly<Record<string, string>> = {
  PROJECT: projectFile,
  'config/default/kustomization.yaml': 'resources:\n  # +scaffold:resources\n',
  'config/rbac/kustomization.yaml': 'resources:\n  # +scaffold:roles\n',
  'src/main.ts': '// +scaffold:imports\n\n// +scaffold:setup\n',
};

function emptyProject(): string {
  const folder = temporaryFolder();
  writeFolder(folder, empty);
  return folder;
}

/** Lets a program named kubectl print this list, until the returned function is called. */
function withKubectl(folder: string, list: object): () => void {
  writeFolder(folder, {
    'crds.json': JSON.stringify({ kind: 'List', ...list }),
    'bin/kubectl': '#!/bin/sh\necho "$@" > arguments\ncat crds.json\n',
  });
  chmodSync(join(folder, 'bin/kubectl'), 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = `${join(folder, 'bin')}:${path}`;
  return () => void (process.env['PATH'] = path);
}

/** Another kind of the same group. */
const other = (given: string): string =>
  given.replaceAll('Memcached', 'Redis').replaceAll('memcached', 'redis');

/** The same kind in two groups that begin with the same label. */
const twoGroups = (given: string): string =>
  `${given}---\n${given.replaceAll('cache.example.com', 'cache.elsewhere.org')}`;

describe('crd diff', () => {
  const brokenText = `${name}
  breaking v1 .spec.size: the field was removed: its values are pruned, also from stored objects
  caution  v1 .spec.policy: values other than "Delete", "Retain" are accepted: clients that read the field may not expect it

1 breaking change; to allow an intended one:
  --allow '${name} v1 .spec.size field-removed'
`;

  test('with a file reports breaking changes and exits with 3', async () => {
    const run = await runCli(await changedProject(), ['crd', 'diff', 'before.yaml']);
    expect(run).toEqual({ exitCode: 3, stdout: brokenText, stderr: '' });
  });

  test('reports changes that the API server would reject', async () => {
    const folder = await changedProject();
    const before = join(folder, 'before.yaml');
    writeFileSync(before, readFileSync(before, 'utf8').replace('scope: Namespaced', 'scope: Cluster'));
    const run = await runCli(folder, ['crd', 'diff', 'before.yaml']);
    expect(run.exitCode).toBe(3);
    expect(run.stdout).toContain(
      '  refused  the scope changed from Cluster to Namespaced: the scope of a CRD is immutable',
    );
    expect(run.stdout).toContain('the API server rejects the refused changes: revert them, or');
  });

  test('with a commit compares with the files of that commit', async () => {
    const folder = await changedProject();
    const git = (...args: string[]) =>
      execa('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
    await git('init', '--quiet');
    await git('add', 'config');
    await git('commit', '--quiet', '--message', 'The first version');
    expect(await runCli(folder, ['crd', 'diff', 'HEAD'])).toMatchObject({ exitCode: 3, stdout: brokenText });

    const unknown = await runCli(folder, ['crd', 'diff', '--', '--upload-pack=x']);
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
    expect(unknown.stderr).toContain(
      'error OPG4008 --upload-pack=x is neither a file or folder nor a git commit',
    );
  });

  test('accepts allowed changes and warns about unused allowances', async () => {
    const folder = await changedProject();
    writeFolder(folder, { 'allowed.txt': '# The operator sizes itself.\nv1 .spec.size\nv1 .spec.siez\n' });
    const run = await runCli(folder, ['crd', 'diff', 'before.yaml', '--allow-file', 'allowed.txt']);
    expect(run.exitCode).toBe(0);
    expect(run.stdout).toContain('  allowed  v1 .spec.size: the field was removed');
    expect(run.stdout).toContain('no breaking changes');
    expect(run.stderr).toContain("warning OPG2602 no change matches the allowance 'v1 .spec.siez'");
  });

  test('reports if nothing changed', async () => {
    const folder = await newProject();
    expect(await runCli(folder, ['crd', 'diff', crd])).toEqual({
      exitCode: 0,
      stdout: 'no changes\n',
      stderr: '',
    });
  });

  test('compares two files, folders and standard input without a project', async () => {
    const given = await text();
    const narrower = given.replace('minimum: 1', 'minimum: 2');
    const folder = temporaryFolder();
    writeFolder(folder, {
      'old.yaml': given,
      'new.yaml': narrower,
      'old/a.yaml': given,
      'new/b.yaml': narrower,
    });
    const runs = [
      await runCli(folder, ['crd', 'diff', 'old.yaml', 'new.yaml']),
      await runCli(folder, ['crd', 'diff', 'old', 'new']),
      await runCli(folder, ['crd', 'diff', '-', 'new.yaml'], { input: async () => given }),
    ];
    expect(runs[0]).toMatchObject({ exitCode: 3, stderr: '' });
    expect(runs[0]?.stdout).toContain('breaking v1 .spec.size: ');
    expect(runs).toEqual([runs[0], runs[0], runs[0]]);
  });

  test('compares a cluster, and ignores the CRDs of other operators there', async () => {
    const folder = await newProject();
    const items = [parse(await text()), parse(other(await text()))] as unknown[];
    const restore = withKubectl(folder, { items });
    const [old, now] = [
      await runCli(folder, ['crd', 'diff', 'cluster:']),
      await runCli(folder, ['crd', 'diff', 'config/crd/bases', 'cluster:dev']),
    ];
    restore();
    expect([old.stdout, now.stdout]).toEqual(['no changes\n', 'no changes\n']);
  });

  test('prints each change with its rule as JSON', async () => {
    const run = await runCli(await changedProject(), ['crd', 'diff', 'before.yaml', '--json']);
    const { data } = JSON.parse(run.stdout) as { data: { breaking: number; changes: unknown[] } };
    expect(data.breaking).toBe(1);
    expect(data.changes[0]).toMatchObject({
      definition: name,
      version: 'v1',
      path: '.spec.size',
      rule: 'field-removed',
      severity: 'breaking',
      allowed: false,
    });
  });

  test('suggests the nearest name for an unknown kind', async () => {
    const run = await runCli(await newProject(), ['crd', 'diff', crd, '--kind', 'Memcahced']);
    expect(run.stderr).toBe("error OPG4009 unknown kind Memcahced\n  hint: did you mean 'Memcached'?\n");
  });
});

describe('crd import', () => {
  test('writes types that generate the same manifests', async () => {
    const folder = emptyProject();
    const given = await text();
    writeFolder(folder, { 'given.yaml': given });
    const run = await runCli(folder, ['crd', 'import', 'given.yaml']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain(`create  ${path}\n`);
    expect(run.stdout).toContain('\nNext:\n  npx opgen manifests\n');
    await runCli(folder, ['manifests']);
    expect(readFolder(folder)[crd]).toBe(given);
  });

  test('adds the kind to the project once', async () => {
    const folder = emptyProject();
    const run = (): Promise<CliRun> => runCli(folder, ['crd', 'import', '-'], { input: text });
    await run();
    const files = readFolder(folder);
    const { resources } = readProject(folder);
    expect(resources).toEqual([
      {
        group: 'cache',
        domain: 'example.com',
        version: 'v1',
        kind: 'Memcached',
        path,
        api: { crdVersion: 'v1', namespaced: true },
      },
    ]);
    expect(files['config/crd/kustomization.yaml']).toContain(`- bases/cache.example.com_memcacheds.yaml\n`);
    expect(files['config/rbac/kustomization.yaml']).toContain('- cache_memcached_viewer_role.yaml\n');
    expect(Object.keys(files).filter((file) => file.includes('samples'))).toEqual([]);
    expect((await run()).stdout).toBe(
      'the project already has Memcached of cache.example.com: nothing to do\n',
    );
    expect(readFolder(folder)).toEqual(files);
  });

  test('lists all versions, and each role once', async () => {
    const folder = emptyProject();
    const given = parse(await text()) as { spec: { versions: object[] } };
    const schema = { openAPIV3Schema: { type: 'object' } };
    given.spec.versions.unshift({ name: 'v1beta1', served: false, storage: false, schema });
    await runCli(folder, ['crd', 'import', '-'], { input: async () => JSON.stringify(given) });
    expect(readProject(folder).resources.map(({ version }) => version)).toEqual(['v1beta1', 'v1']);
    expect(readFolder(folder)['config/rbac/kustomization.yaml']?.match(/viewer/g)).toHaveLength(1);
  });

  test('records the group and the plural of an external kind', async () => {
    const folder = emptyProject();
    const foreign = (await text())
      .replaceAll('cache.example.com', 'caches.elsewhere.org')
      .replaceAll('memcacheds', 'memcached-servers');
    await runCli(folder, ['crd', 'import', '-'], { input: async () => foreign });
    expect(readProject(folder).resources).toMatchObject([
      { group: 'caches', domain: 'elsewhere.org', plural: 'memcached-servers' },
    ]);
  });

  test('supports a controller and another version, like any kind', async () => {
    const folder = emptyProject();
    const given = (await text()).replaceAll('cache.example.com', 'caches.elsewhere.org');
    await runCli(folder, ['crd', 'import', '-'], { input: async () => given });
    const names = '--group caches --kind Memcached';
    const controller = await runCli(folder, `create api ${names} --version v1 --no-resource`.split(' '));
    expect(controller).toMatchObject({ exitCode: 0, stderr: '' });
    // Its status has no type that a controller could use.
    const code = readFolder(folder)['src/controllers/caches/memcached.controller.ts'];
    expect(code).toContain("import { Memcached } from '../../api/caches/v1/memcached.ts';");
    expect(code).not.toContain('Status');
    expect(await runCli(folder, `create api ${names} --version v2`.split(' '))).toMatchObject({
      exitCode: 0,
    });
    expect(await runCli(folder, ['manifests'])).toMatchObject({ exitCode: 0, stderr: '' });
    const run = await runCli(folder, `delete api ${names} --version v1,v2`.split(' '));
    expect(run.stderr.match(/OPG3106 \S+/g)).toEqual(['OPG3106 src/api/caches/v1/memcached.ts']);
  });

  test('is undone by delete api, which keeps the only copy of the types', async () => {
    const folder = emptyProject();
    await runCli(folder, ['crd', 'import', '-'], { input: text });
    const { [path]: types } = readFolder(folder);
    await runCli(folder, ['manifests', '--only', 'crd']);
    const deletion = 'delete api --group cache --version v1 --kind Memcached';
    const run = await runCli(folder, deletion.split(' '));
    expect(run).toMatchObject({ exitCode: 0 });
    expect(run.stderr).toContain(`warning OPG3106 ${path} was kept`);
    expect(readFolder(folder)).toEqual({ ...empty, [path]: types });
  });

  test.each([
    ['version', 'name: v1\n', 'name: ../../../v1\n', 'OPG3005'],
    ['kind', 'kind: Memcached\n', 'kind: ../../Memcached\n', 'OPG3006'],
    ['group', 'group: cache.example.com', 'group: ../../cache', 'OPG3004'],
    ['plural', 'plural: memcacheds', 'plural: ../../memcacheds', 'OPG3007'],
  ])('rejects a %s that is a path out of the project', async (_, from, to, code) => {
    const folder = emptyProject();
    const hostile = (await text()).replace(from, to);
    const run = await runCli(folder, ['crd', 'import', '-'], { input: async () => hostile });
    expect(run).toMatchObject({ exitCode: 1 });
    expect(run.stderr).toContain(code);
    expect(readFolder(folder)).toEqual(empty);
  });

  test('reads stdin and writes to --out', async () => {
    const folder = emptyProject();
    const run = await runCli(folder, ['crd', 'import', '-', '--out', 'src/cache.ts'], { input: text });
    expect(run.stdout).toContain('create  src/cache.ts\n');
    await runCli(folder, ['crd', 'import', '-', '--out', 'src/kinds'], { input: text });
    const sources = Object.keys(readFolder(folder)).filter((file) => file.startsWith('src/'));
    expect(sources).toEqual(['src/cache.ts', 'src/kinds/v1/memcached.ts', 'src/main.ts']);
    expect(readProject(folder).resources.map((resource) => resource.path)).toEqual(['src/cache.ts']);
  });

  test('imports all kinds of a file, a folder or stdin', async () => {
    const given = await text();
    const two = `${given}---\n${other(given)}`;
    const folder = emptyProject();
    writeFolder(folder, {
      'two.yaml': two,
      'crds/a.yaml': given,
      'crds/more/b.yml': other(given),
      'crds/more/notes.txt': 'a: [',
      'crds/kustomization.yaml': 'resources: [a.yaml]\n',
    });
    const plans = [
      await runCli(folder, ['crd', 'import', 'two.yaml', '--dry-run']),
      await runCli(folder, ['crd', 'import', 'crds', '--dry-run']),
      await runCli(folder, ['crd', 'import', '-', '--dry-run'], { input: async () => two }),
    ].map(({ stdout }) => stdout);
    expect(plans[0]).toContain('create  src/api/cache/v1/memcached.ts');
    expect(plans[0]).toContain('create  src/api/cache/v1/redis.ts');
    expect(plans).toEqual([plans[0], plans[0], plans[0]]);
  });

  test('imports the kinds that --kind names', async () => {
    const given = await text();
    const folder = emptyProject();
    const three = [
      given,
      other(given),
      given.replaceAll('Memcached', 'Valkey').replaceAll('memcached', 'valkey'),
    ];
    const run = await runCli(
      folder,
      ['crd', 'import', '-', '--kind', 'Memcached', '--kind', 'valkeys.cache.example.com', '--json'],
      { input: async () => three.join('---\n') },
    );
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      data: { kinds: [{ kind: 'Memcached' }, { kind: 'Valkey' }] },
    });
    expect(readProject(folder).resources.map(({ kind }) => kind)).toEqual(['Memcached', 'Valkey']);
  });

  test('keeps two groups apart that begin with the same label', async () => {
    const folder = emptyProject();
    const given = twoGroups(await text());
    const run = await runCli(folder, ['crd', 'import', '-'], { input: async () => given });
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    const types = Object.keys(readFolder(folder)).filter((file) => file.startsWith('src/api/'));
    expect(types).toEqual(['src/api/cache.elsewhere.org/v1/memcached.ts', 'src/api/cache/v1/memcached.ts']);
    expect(await runCli(folder, ['manifests'])).toMatchObject({ exitCode: 0 });
    const again = await runCli(folder, ['crd', 'import', '-'], { input: async () => given });
    expect(again.stdout).toContain('nothing to do');
  });

  test('reads the CRDs of a cluster with kubectl', async () => {
    const folder = emptyProject();
    const restore = withKubectl(folder, { items: [parse(await text())] });
    const run = await runCli(folder, ['crd', 'import', 'cluster:dev', '--kind', 'Memcached']);
    restore();
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(readFolder(folder)['arguments']).toBe(
      '--context=dev get customresourcedefinitions --output=json\n',
    );
    expect(readFolder(folder)[path]).toContain('export interface MemcachedSpec');
  });

  test('does not overwrite user files without --force', async () => {
    const folder = emptyProject();
    writeFolder(folder, { 'given.yaml': await text(), [path]: '// mine\n' });
    const refused = await runCli(folder, ['crd', 'import', 'given.yaml']);
    expect(refused.exitCode).toBe(1);
    expect(refused.stderr).toContain(`OPG3101 ${path} already exists with different content`);
    expect(readFolder(folder)[path]).toBe('// mine\n');
    expect(await runCli(folder, ['crd', 'import', 'given.yaml', '--force'])).toMatchObject({ exitCode: 0 });
    expect(readFolder(folder)[path]).toContain('export interface MemcachedSpec');
  });

  test('reports where the types express less than the CRD', async () => {
    const folder = emptyProject();
    const given = (await text()).replace('listKind: MemcachedList', 'listKind: Memcacheds');
    const run = await runCli(folder, ['crd', 'import', '-', '--dry-run'], { input: async () => given });
    expect(run.exitCode).toBe(0);
    expect(run.stderr).toContain(
      'warning OPG2502 v1 .names.listKind: opgen always names the list kind MemcachedList',
    );
    expect(readFolder(folder)).toEqual(empty);
  });

  test('points at the lines of the written files, below the license header', async () => {
    const folder = emptyProject();
    writeFolder(folder, { 'hack/boilerplate.ts.txt': '// Copyright A\n\n// All rights reserved\n' });
    const given = (await text()).replace('default: 1', 'default: 0');
    const run = await runCli(folder, ['crd', 'import', '-'], { input: async () => given });
    const [, line] = /memcached\.ts:(\d+):/.exec(run.stderr) ?? [];
    expect(readFolder(folder)[path]?.split('\n')[Number(line) - 1]).toContain('+default=0');
  });

  test.each([
    ['a missing file', 'nothing.yaml', [], 'file nothing.yaml does not exist'],
    ['a folder without a CRD', 'config', [], 'config contains no CustomResourceDefinition'],
    ['a file without a CRD', 'service.yaml', [], 'service.yaml contains no CustomResourceDefinition'],
    ['invalid YAML', 'broken.yaml', [], /broken.yaml is not YAML: .* at line 1, column 5/],
    ['aliases without end', 'recursive.yaml', [], 'an alias inside the node that it refers to'],
    ['a patch', 'patch.yaml', [], 'a CRD in patch.yaml has no group, names or versions'],
    ['a CRD of an old API version', 'old.yaml', [], 'a CRD in old.yaml is not apiextensions.k8s.io/v1'],
    [
      'several in one file',
      'two.yaml',
      ['--out', 'src/kinds.ts'],
      'src/kinds.ts cannot hold several types: cache.example.com/v1 Memcached, cache.example.com/v1 Redis',
    ],
    ['a cluster without kinds', 'cluster:', [], 'a cluster has CRDs of many operators'],
    ['a kind it does not define', 'two.yaml', ['--kind', 'Cache'], 'two.yaml defines no kind Cache'],
    [
      'a version it does not have',
      'two.yaml',
      ['--kind', 'Memcached', '--version', 'v2'],
      'has no version v2',
    ],
    ['a folder elsewhere', 'two.yaml', ['--kind', 'Memcached', '--out', '..'], '.. is outside the project'],
  ])('rejects %s', async (_, file, flags, message) => {
    const folder = emptyProject();
    const given = await text();
    writeFolder(folder, {
      'config/service.yaml': 'kind: Service\n',
      'service.yaml': 'kind: Service\n',
      'broken.yaml': 'a: [',
      'recursive.yaml': 'kind: CustomResourceDefinition\nspec: &spec { versions: [*spec] }\n',
      'patch.yaml': 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n',
      'old.yaml': given.replace('k8s.io/v1', 'k8s.io/v1beta1'),
      'two.yaml': `${given}---\n${given.replaceAll('Memcached', 'Redis')}`,
    });
    const run = await runCli(folder, ['crd', 'import', file, ...flags]);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toMatch(message);
  });
});

describe('crd explain', () => {
  const head = 'GROUP:      cache.example.com\nKIND:       Memcached\nVERSION:    v1\n';

  test.each([
    [
      'memcached.spec',
      [],
      `${head}
FIELD: spec <Object> -required-

DESCRIPTION:
    MemcachedSpec is the desired state of a Memcached.

FIELDS:
  policy	<string>
  enum: Delete, Retain

  ports	<[]Object> -required-

  size	<integer>
  default: 1
    How many copies run.
`,
    ],
    [
      'mc.spec.ports',
      ['--recursive'],
      `${head}
FIELD: ports <[]Object> -required-

DESCRIPTION:
    <empty>

FIELDS:
  port	<integer> -required-
`,
    ],
    [
      'memcacheds.spec.size',
      ['--api-version', 'cache.example.com/v1'],
      `${head}
FIELD: size <integer>
default: 1

DESCRIPTION:
    How many copies run.
`,
    ],
  ])('%s %j', async (what, flags, stdout) => {
    const run = await runCli(await newProject(), ['crd', 'explain', what, ...flags]);
    expect(run).toEqual({ exitCode: 0, stdout, stderr: '' });
  });

  test.each([
    ['memcahced', "unknown kind memcahced\n  hint: did you mean 'Memcached'?"],
    ['memcached.spec.siez', "Memcached.spec has no field siez\n  hint: did you mean 'size'?"],
    ['memcached.spec.size.more', 'Memcached.spec.size has no field more\n  hint: it has no fields'],
    ['memcached.metadata.nmae', "Memcached.metadata has no field nmae\n  hint: did you mean 'name'?"],
    [
      'memcached --api-version cache.example.org/v1',
      'no kind memcached in the group cache.example.org\n  hint: memcached is a kind of cache.example.com',
    ],
    ['memcached --api-version v2', "Memcached has no version v2\n  hint: did you mean 'v1'?"],
  ])('rejects %s', async (what, message) => {
    const run = await runCli(await newProject(), ['crd', 'explain', ...what.split(' ')]);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain(`error OPG4009 ${message}`);
  });

  test.each([
    ['memcached.metadata.name', 'FIELD: name <string>\n'],
    ['memcached.metadata', '  labels\t<map[string]string>\n'],
    ['memcached.metadata.ownerReferences', '  uid\t<string> -required-\n'],
  ])('knows the metadata of every object: %s', async (what, line) => {
    const run = await runCli(await newProject(), ['crd', 'explain', what]);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(run.stdout).toContain(line);
  });

  test('prints the description of the items of a list', async () => {
    const documented = types.replace('export interface Port', '/** A port that clients connect to. */\n$&');
    const folder = await newProject(documented);
    const ports = await runCli(folder, ['crd', 'explain', 'memcached.spec.ports']);
    expect(ports.stdout).toContain('DESCRIPTION:\n    A port that clients connect to.\n');
    const spec = await runCli(folder, ['crd', 'explain', 'memcached.spec']);
    expect(spec.stdout).toContain('  ports\t<[]Object> -required-\n    A port that clients connect to.\n');
  });

  test('knows the kinds of other operators, and asks for the group of a kind that two have', async () => {
    const folder = await newProject();
    const given = await text();
    writeFolder(folder, {
      'config/crd/external/redis.yaml': other(given),
      'config/crd/external/memcached.yaml': given.replaceAll('cache.example.com', 'cache.elsewhere.org'),
    });
    const external = await runCli(folder, ['crd', 'explain', 'redis.spec.size']);
    expect(external).toMatchObject({ exitCode: 0, stderr: '' });
    const unclear = await runCli(folder, ['crd', 'explain', 'memcached']);
    expect(unclear.stderr).toContain(
      'memcached is a kind of cache.example.com and cache.elsewhere.org\n' +
        '  hint: add --api-version cache.example.com/v1 or --api-version cache.elsewhere.org/v1',
    );
    const chosen = ['crd', 'explain', 'memcached', '--api-version', 'cache.elsewhere.org/v1'];
    expect((await runCli(folder, chosen)).stdout).toContain('GROUP:      cache.elsewhere.org\n');
  });

  test('explain takes codes and names this command for a kind', async () => {
    const run = await runCli(temporaryFolder(), ['explain', 'memcached']);
    expect(run.stderr).toContain('OPG4004 unknown code memcached\n  hint: for a kind, run opgen crd explain');
  });

  test('prints the schema as JSON', async () => {
    const run = await runCli(await newProject(), ['crd', 'explain', 'memcached.spec.size', '--json']);
    expect((JSON.parse(run.stdout) as { data: unknown }).data).toEqual({
      group: 'cache.example.com',
      kind: 'Memcached',
      version: 'v1',
      path: 'spec.size',
      required: false,
      schema: {
        default: 1,
        description: 'How many copies run.',
        format: 'int32',
        minimum: 1,
        type: 'integer',
      },
    });
  });
});

describe('crd schema', () => {
  const schema = 'schemas/cache.example.com/memcached_v1.json';
  test('writes a JSON Schema for each version of the project, and deletes those of deleted versions', async () => {
    const folder = await newProject();
    expect(await runCli(folder, ['crd', 'schema'])).toEqual({
      exitCode: 0,
      stdout: `create  ${schema}\n`,
      stderr: '',
    });
    expect(JSON.parse(readFolder(folder)[schema] ?? '')).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      required: ['apiVersion', 'kind', 'metadata', 'spec'],
      properties: {
        kind: { enum: ['Memcached'] },
        spec: { properties: { size: { minimum: 1, default: 1 } }, required: ['ports'] },
      },
    });
    expect((await runCli(folder, ['crd', 'schema'])).stdout).toBe('the schemas in schemas are up to date\n');
    writeFolder(folder, { 'schemas/mine.json': '{}', [path]: other(types) });
    await runCli(folder, ['crd', 'schema']);
    const schemas = Object.keys(readFolder(folder)).filter((file) => file.startsWith('schemas/'));
    expect(schemas).toEqual(['schemas/cache.example.com/redis_v1.json', 'schemas/mine.json']);
  });

  test('reads a file, and writes to another folder', async () => {
    const folder = emptyProject();
    const run = await runCli(
      folder,
      ['crd', 'schema', '-', '--out', 'hack/schemas', '--kind', 'Memcached', '--json'],
      {
        input: async () => twoGroups(await text()),
      },
    );
    expect(JSON.parse(run.stdout)).toMatchObject({
      data: {
        schemas: [
          { group: 'cache.example.com', version: 'v1', kind: 'Memcached', path: `hack/${schema}` },
          { group: 'cache.elsewhere.org', path: 'hack/schemas/cache.elsewhere.org/memcached_v1.json' },
        ],
      },
    });
  });

  test('does not overwrite files of the user without --force', async () => {
    const folder = await newProject();
    writeFolder(folder, { [schema]: '{}' });
    const run = await runCli(folder, ['crd', 'schema']);
    expect(run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('OPG3101') as string });
    expect(await runCli(folder, ['crd', 'schema', '--force'])).toMatchObject({ exitCode: 0 });
  });

  test.each(['.', '../elsewhere'])('rejects --out %s', async (out) => {
    const run = await runCli(emptyProject(), ['crd', 'schema', '--out', out]);
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain('choose a folder in the project with --out');
  });
});
