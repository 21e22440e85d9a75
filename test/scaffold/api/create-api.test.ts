import { describe, expect, test } from 'vitest';
import { UserError } from '../../../src/diagnostics.ts';
import { loadBuiltInResources } from '../../../src/kubernetes/built-in-resources.ts';
import { ProjectFile, readProject } from '../../../src/project/project-file.ts';
import type { ProjectResource } from '../../../src/project/project-resource.ts';
import type { ApiOptions } from '../../../src/scaffold/api/options.ts';
import { applyPlan } from '../../../src/scaffold/files/apply-plan.ts';
import { planApi } from '../../../src/scaffold/api/create-api.ts';
import { planDeleteApi } from '../../../src/scaffold/delete/delete-api.ts';
import { readFolder, temporaryFolder, writeFolder } from '../../support/folder.ts';

const builtIns = loadBuiltInResources();
const tree: ApiOptions = { group: 'fruit', version: 'v1', kind: 'Tree', namespaced: true, force: false };

/** The files of a project that `create api` changes. */
const empty: Record<string, string> = {
  PROJECT: ProjectFile.create({ cliVersion: '0', domain: 'example.com', projectName: 'orchard' }).toString(),
  'src/main.ts': '// +scaffold:imports\n\n// +scaffold:setup\n',
  'config/default/kustomization.yaml': 'resources:\n  # +scaffold:resources\n',
  'config/rbac/kustomization.yaml': 'resources:\n  # +scaffold:roles\n',
  'config/manager/manager.yaml': 'env:\n  # +scaffold:env\n',
};

function projectWith(...made: Partial<ApiOptions>[]): string {
  const folder = temporaryFolder();
  writeFolder(folder, empty);
  for (const options of made) create(folder, options);
  return folder;
}

function create(folder: string, options: Partial<ApiOptions>): string[] {
  const { changes } = planApi(folder, { ...tree, ...options }, builtIns);
  applyPlan(folder, changes);
  return changes.map(({ path }) => path);
}

/** The codes and texts of the error of a command that must not change the project. */
function refusal(folder: string, run: () => unknown): { codes: string[]; text: string } {
  const before = readFolder(folder);
  try {
    run();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    expect(readFolder(folder)).toEqual(before);
    const text = error.diagnostics.map(({ message, hint }) => `${message}\n${hint ?? ''}`).join('\n');
    return { codes: error.diagnostics.map(({ code }) => code), text };
  }
  return { codes: [], text: '' };
}

describe('create api', () => {
  test.each<[string, Partial<ApiOptions>, string, string]>([
    ['another scope', { version: 'v2', namespaced: false }, 'OPG3009', 'is namespaced'],
    ['another plural', { version: 'v2', plural: 'treez' }, 'OPG3009', 'has the plural trees'],
    ['a second controller for a kind', { version: 'v2', controller: true }, 'OPG3009', '--controller-name'],
    ['a kind whose plural is taken', { kind: 'Trees' }, 'OPG3009', 'both have the name trees'],
    ['a kind in another spelling', { kind: 'TREE' }, 'OPG3009', 'tree'],
    ['a kind that is the list of another', { kind: 'TreeList' }, 'OPG3009', 'TreeList'],
    ['an image for a kind without one', { deployImage: { image: 'tree:1' } }, 'OPG3009', 'without an image'],
    [
      'an image for a kind that has a controller',
      { version: 'v2', deployImage: { image: 'tree:1' } },
      'OPG3009',
      '--no-controller',
    ],
    ['a kind with the name of a global', { kind: 'Map' }, 'OPG3006', 'use this name'],
    ['a kind with the name of an import', { kind: 'Condition' }, 'OPG3006', 'use this name'],
    [
      'a kind with the name of an import of --image',
      { kind: 'EventRecorder', deployImage: { image: 'tree:1' } },
      'OPG3006',
      'with --image',
    ],
    ['the name of another controller', { kind: 'Jam', controllerName: 'tree' }, 'OPG3013', 'of Tree'],
    ['a name that differs by a dash', { kind: 'Jam', controllerName: 't-ree' }, 'OPG3013', 'of Tree'],
    [
      'a name of a controller in upper case',
      { controllerName: 'Pruner' },
      'OPG3013',
      '--controller-name pruner',
    ],
    ['an unknown type', { kind: 'Treee', resource: false }, 'OPG3011', '--kind Tree'],
    [
      'a type that Kubernetes has not',
      { group: 'apps', kind: 'Deploymnt', resource: false },
      'OPG3011',
      '--group apps --version v1 --kind Deployment',
    ],
    [
      'a version that Kubernetes has not',
      { group: 'apps', version: 'v2', kind: 'Deployment', resource: false },
      'OPG3011',
      '--version v1',
    ],
    [
      'a group and a kind that make no file name',
      { group: 'a.'.repeat(90) + 'b', kind: 'T'.repeat(59), plural: 't' },
      'OPG3004',
      'shorter',
    ],
    [
      'a kind with a plural of 64 characters',
      { kind: `T${'r'.repeat(50)}`, plural: 'r'.repeat(64) },
      'OPG3007',
      '64 characters',
    ],
    [
      'a plural that makes the name of the CRD too long',
      { group: 'a.'.repeat(90) + 'b', kind: 'Tree', plural: 't'.repeat(63) },
      'OPG3007',
      'the name of its CRD, <plural>.<group>',
    ],
  ])('refuses %s, and writes nothing', (_, options, code, expected) => {
    const folder = projectWith({});
    const { codes, text } = refusal(folder, () => create(folder, options));
    expect(codes).toEqual([code]);
    expect(text).toContain(expected);
  });

  test.each<[string, Partial<ApiOptions>, string]>([
    ['in upper case', { deployImage: { image: 'Tree:1' } }, '--image tree:1'],
    ['with a space', { deployImage: { image: 'tree 1' } }, 'such as'],
    ['that breaks out of the code', { deployImage: { image: "tree'; evil()" } }, 'such as'],
    ['on an invalid port', { deployImage: { image: 'tree', containerPort: '70000' } }, '65535'],
    ['as root', { deployImage: { image: 'tree', runAsUser: '0' } }, 'restricted'],
    ['for a cluster-scoped kind', { namespaced: false, deployImage: { image: 'tree' } }, '--no-namespaced'],
  ])('refuses an image %s', (_, options, expected) => {
    const folder = projectWith();
    const { codes, text } = refusal(folder, () => create(folder, options));
    expect(codes).toEqual(['OPG3015']);
    expect(text).toContain(expected);
  });

  test.each<[string, Partial<ApiOptions>, string]>([
    ['from nowhere', { external: { domain: 'elsewhere.org' } }, '--external-api-crd'],
    ['from two places', { external: { module: 'pki', crd: { file: 'x', text: '' } } }, 'remove one of them'],
    ['with its version', { external: { module: '@elsewhere/pki@1.2.3' } }, 'package.json'],
    ['that breaks out of the import', { external: { module: "pki'; evil(); '" } }, 'such as'],
    ['that leads out of the project', { external: { module: '../../pki' } }, 'such as'],
    ['to be written', { resource: true, external: { module: 'pki' } }, 'remove --resource'],
    ['around an image', { deployImage: { image: 'x' }, external: { module: 'pki' } }, 'remove --image'],
  ])('refuses a type of another operator %s', (_, options, expected) => {
    const folder = projectWith();
    const { codes, text } = refusal(folder, () => create(folder, options));
    expect(codes).toEqual(['OPG3017']);
    expect(text).toContain(expected);
  });

  test.each([
    'redis',
    'redis:7',
    'localhost:5000/redis',
    'ghcr.io/org/sub/redis:7.2_x',
    `redis@sha256:${'a'.repeat(64)}`,
  ])('takes the image %s', (image) => {
    const folder = projectWith({ deployImage: { image } });
    expect(readFolder(folder)['config/manager/manager.yaml']).toContain(`value: ${image}\n`);
  });

  test.each(['123', '1e3', 'null', 'true'])('writes the image %s as text', (image) => {
    const folder = projectWith({ deployImage: { image } });
    expect(readFolder(folder)['config/manager/manager.yaml']).toContain(`value: '${image}'\n`);
  });

  test.each<[string, Partial<ApiOptions>, object]>([
    ['whole', { group: 'networking.k8s.io', kind: 'Ingress' }, { group: 'networking', domain: 'k8s.io' }],
    ['short', { group: 'networking', kind: 'Ingress' }, { group: 'networking', domain: 'k8s.io' }],
    [
      'as kubebuilder shortens it',
      { group: 'rbac.authorization', kind: 'Role' },
      { group: 'rbac', domain: 'authorization.k8s.io' },
    ],
    ['of Pods', { group: 'core', kind: 'Pod' }, { group: 'core', domain: '' }],
  ])('finds a built-in group that is given %s', (_, options, expected) => {
    const folder = projectWith({ ...options, resource: false });
    expect(readProject(folder).resources).toMatchObject([{ ...expected, core: true, controller: true }]);
  });

  test.each<[string, Partial<ApiOptions>]>([
    ['a kind', {}],
    ['a kind around an image', { deployImage: { image: 'tree:1', command: ['grow'] } }],
    ['a controller with a name', { controllerName: 'pruner' }],
    ['a kind of Kubernetes', { group: 'apps', kind: 'Deployment', resource: false }],
    ['a kind without a group', { group: '' }],
  ])('creates %s only once', (_, options) => {
    const folder = projectWith(options);
    expect(create(folder, options)).toEqual([]);
  });

  test.each(['pki', 'pki.elsewhere.org'])('finds an imported kind by the group %s', (group) => {
    const imported: ProjectResource = {
      group: 'pki',
      domain: 'elsewhere.org',
      version: 'v1',
      kind: 'Tree',
      path: 'src/trees.ts',
      api: { crdVersion: 'v1', namespaced: true },
    };
    const folder = projectWith();
    writeFolder(folder, { PROJECT: readProject(folder).withResource(imported).toString() });
    create(folder, { group, resource: false });
    expect(readProject(folder).resources).toEqual([{ ...imported, controller: true }]);
    expect(readFolder(folder)['src/controllers/pki/tree.controller.ts']).toContain("from '../../trees.ts';");
    const { codes } = refusal(folder, () => create(folder, { group, version: 'v2' }));
    // The file that PROJECT lists does not exist.
    expect(codes).toEqual(['OPG3019']);
  });

  test('replaces the image with --force', () => {
    const folder = projectWith({ deployImage: { image: 'tree:1' } });
    create(folder, { deployImage: { image: 'tree:2' }, force: true });
    expect(readFolder(folder)['config/manager/manager.yaml']).toBe(
      'env:\n  - name: TREE_IMAGE\n    value: tree:2\n  # +scaffold:env\n',
    );
  });
});

/** A change that a user makes to a type. */
const withLeaves = (text: string): string =>
  text.replace(
    '  replicas: Int32;',
    '  leaves: { size: Int32 }[];\n\n  /** As before. */\n  replicas: Int32;',
  );

describe('a new version', () => {
  const header = '// Copyright 2026 Pomona\n';
  const path = 'src/api/fruit/v1/tree.ts';
  const sample = 'config/samples/fruit_v1_tree.yaml';

  /** A project with a Tree, in which the user has edited one file. */
  function edited(file: string, edit: (text: string) => string, options: Partial<ApiOptions> = {}): string {
    const folder = temporaryFolder();
    writeFolder(folder, { ...empty, 'hack/boilerplate.ts.txt': header });
    create(folder, options);
    writeFolder(folder, { [file]: edit(readFolder(folder)[file] ?? '') });
    return folder;
  }

  test('begins as a copy of the newest one, under one header, and is not stored', () => {
    const folder = edited(path, withLeaves, { shortNames: ['tr'] });
    create(folder, { version: 'v2' });
    const { [path]: first = '', 'src/api/fruit/v2/tree.ts': second = '' } = readFolder(folder);
    expect(first).toContain('leaves');
    expect(second).toBe(
      first.replaceAll('fruit.example.com/v1', 'fruit.example.com/v2').replace('// +storageversion\n', ''),
    );
    expect(second.split(header)).toHaveLength(2);
  });

  test('is a copy of the newest version, not of the most recently added one', () => {
    const folder = edited(path, withLeaves);
    create(folder, { version: 'v1beta1' });
    writeFolder(folder, { 'src/api/fruit/v1beta1/tree.ts': '' });
    create(folder, { version: 'v2' });
    expect(readFolder(folder)['src/api/fruit/v2/tree.ts']).toContain('leaves');
  });

  test('keeps the header of another owner and adds no second one', () => {
    const theirs = '// Copyright 1999 Vertumnus\n\n';
    const folder = edited(path, (text) => text.replace(`${header}\n`, theirs));
    create(folder, { version: 'v2' });
    const copy = readFolder(folder)['src/api/fruit/v2/tree.ts'] ?? '';
    expect(copy.startsWith(`${theirs}import`)).toBe(true);
  });

  test('copies the sample of the earlier version without the other documents of the file', () => {
    const folder = edited(
      sample,
      (text) => `---\n${text.replace('tree-sample', 'tree-v1')}---\napiVersion: v1\nkind: Secret\n`,
    );
    create(folder, { version: 'v2' });
    const copy = readFolder(folder)['config/samples/fruit_v2_tree.yaml'] ?? '';
    expect(copy).toContain('apiVersion: fruit.example.com/v2\nkind: Tree\nmetadata:\n  name: tree-v2\n');
    expect(copy).not.toContain('Secret');
  });

  test('has no sample if the sample of the earlier version was deleted', () => {
    const folder = edited(sample, () => '# nothing\n');
    const lists = readFolder(folder)['config/samples/kustomization.yaml'];
    create(folder, { version: 'v2' });
    const files = readFolder(folder);
    expect(files['config/samples/kustomization.yaml']).toBe(lists);
    expect(files).not.toHaveProperty(['config/samples/fruit_v2_tree.yaml']);
  });

  test('keeps the image', () => {
    const deployImage = { image: 'tree:1', containerPort: '80' };
    const folder = edited(path, (text) => text.replace('size: Int32', 'height: Int32'), { deployImage });
    create(folder, { version: 'v2' });
    expect(readFolder(folder)['src/api/fruit/v2/tree.ts']).toContain('height: Int32');
    expect(readProject(folder).resources).toMatchObject([{ deployImage }, { deployImage }]);
  });

  test('can have its own short names', () => {
    const folder = edited(path, (text) => text, { shortNames: ['tr'], categories: ['all'] });
    create(folder, { version: 'v2', shortNames: ['t'] });
    expect(readFolder(folder)['src/api/fruit/v2/tree.ts']).toContain(
      '// +resource:shortName=t,categories=all\n',
    );
  });

  test.each<[string, (text: string) => string, string]>([
    ['declares another kind', (text) => `${text}const Leaf = defineKind<Leaf>({});\n`, 'move Leaf to'],
    ['does not declare the kind', () => 'export {};\n', 'path of Tree v1 in PROJECT'],
    ['does not export the kind', (text) => text.replaceAll('export ', ''), 'it does not export Tree'],
    [
      'has the kind in a comment only',
      (text) => `/*\n${text.replaceAll('*/', '')}*/\n`,
      'does not export Tree',
    ],
    [
      'computes its apiVersion',
      (text) => `// 'fruit.example.com/v1'\n${text.replaceAll("'fruit.example.com/v1'", 'x')}`,
      "apiVersion: 'fruit.example.com/v1'",
    ],
    ['has a syntax error', (text) => text.replace('replicas: ', 'replicas: = '), 'Type expected'],
  ])('is refused if the earlier file %s', (_, edit, expected) => {
    const folder = edited(path, edit);
    const { codes, text } = refusal(folder, () => create(folder, { version: 'v2' }));
    expect(codes).toEqual(['OPG3019']);
    expect(text).toContain(expected);
  });

  test.each<[string, (text: string) => string]>([
    ['mentions another kind', (text) => `${text}// Not like defineKind<Leaf>.\n`],
    [
      'exports the kind separately',
      (text) => `${text.replaceAll('export ', '')}export { Tree, type TreeStatus };\n`,
    ],
    [
      'writes its names in another way',
      (text) => text.replace('// +subres', '// +kubebuilder:resource:shortName={t, tr}\n// +subres'),
    ],
    ['contains markers in a template', (text) => `${text}\`\n// +storageversion\n\`;\n`],
  ])('is a copy of a file that %s', (_, edit) => {
    const folder = edited(path, edit);
    create(folder, { version: 'v2' });
    const { [path]: first = '', 'src/api/fruit/v2/tree.ts': second = '' } = readFolder(folder);
    expect(second).toBe(
      first.replaceAll('fruit.example.com/v1', 'fruit.example.com/v2').replace('// +storageversion\n', ''),
    );
    expect(remove(folder, ['v2'])).toEqual([]);
  });

  test('has the header of the project if the earlier file has a byte order mark and line endings of Windows', () => {
    const folder = edited(path, (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`);
    create(folder, { version: 'v2' });
    const { 'src/api/fruit/v2/tree.ts': copy = '' } = readFolder(folder);
    expect(copy.startsWith(`${header}\nimport `)).toBe(true);
    expect(copy).not.toMatch(/[\r\uFEFF]/);
  });

  test('makes the only version the stored one where its markers are, not where a string has one', () => {
    const folder = edited(
      path,
      (text) => `const example = \`\n// +storageversion\n\`;\n${text.replace('// +storageversion\n', '')}`,
    );
    create(folder, { version: 'v2' });
    const { [path]: first = '' } = readFolder(folder);
    expect(first).toContain('// +storageversion\n// +subresource:status');
  });

  test('is not a copy if it has a different image', () => {
    const folder = edited(path, withLeaves);
    create(folder, { version: 'v2', controller: false, deployImage: { image: 'tree:2' } });
    expect(readFolder(folder)['src/api/fruit/v2/tree.ts']).not.toContain('leaves');
  });

  test('is deleted without a trace, and kept if either version has been edited', () => {
    const folder = edited(path, withLeaves);
    const before = readFolder(folder);
    create(folder, { version: 'v2' });
    const both = readFolder(folder);
    expect(remove(folder, ['v2'])).toEqual([]);
    expect(readFolder(folder)).toEqual(before);

    const copy = 'src/api/fruit/v2/tree.ts';
    writeFolder(folder, { ...both, [copy]: `${both[copy] ?? ''}// mine\n` });
    expect(remove(folder, ['v2'])).toEqual([copy]);
    writeFolder(folder, { ...both, [path]: before[path]?.replace('leaves', 'branches') ?? '' });
    expect(remove(folder, ['v2'])).toEqual([copy]);
  });

  test('is deleted together with its source, whose edited file is kept', () => {
    const folder = edited(path, withLeaves);
    const { [path]: mine } = readFolder(folder);
    create(folder, { version: 'v2' });
    expect(remove(folder, ['v1', 'v2'])).toEqual([path]);
    const files = readFolder(folder);
    expect(files[path]).toBe(mine);
    expect(files).not.toHaveProperty(['src/api/fruit/v2/tree.ts']);
  });
});

test('a new version has the scope of the kind unless another one is named', () => {
  const folder = projectWith({ namespaced: false });
  create(folder, { version: 'v2', namespaced: undefined });
  expect(readFolder(folder)['src/api/fruit/v2/tree.ts']).toContain("scope: 'Cluster'");
  const { codes } = refusal(folder, () => create(folder, { version: 'v3', namespaced: true }));
  expect(codes).toEqual(['OPG3009']);
});

/** Deletes versions of Tree, and returns the files that are kept. */
function remove(folder: string, versions: string[], force = false): string[] {
  const { changes, kept } = planDeleteApi(folder, { ...tree, versions, force });
  applyPlan(folder, changes);
  return kept.map(({ place }) => place?.file ?? '');
}

describe('delete api', () => {
  test('keeps and reports changed files', () => {
    const folder = projectWith({});
    const mine = { 'src/api/fruit/v1/tree.ts': '// mine\n' };
    writeFolder(folder, mine);
    expect(remove(folder, ['v1'])).toEqual(['src/api/fruit/v1/tree.ts']);
    expect(readFolder(folder)).toEqual({ ...empty, ...mine });
  });

  test('refuses to delete the storage version while another version remains', () => {
    const folder = projectWith({}, { version: 'v2' });
    const { codes, text } = refusal(folder, () => remove(folder, ['v1']));
    expect(codes).toEqual(['OPG3014']);
    expect(text).toContain('--version v1,v2');
    expect(remove(folder, ['v1', 'v2'])).toEqual([]);
    expect(readFolder(folder)).toEqual(empty);
  });

  test('deletes another version and keeps what all versions share', () => {
    const folder = projectWith({});
    const before = readFolder(folder);
    create(folder, { version: 'v2' });
    remove(folder, ['v2']);
    expect(readFolder(folder)).toEqual(before);
  });

  test('moves the controller to the remaining version', () => {
    const folder = projectWith({}, { version: 'v2' });
    remove(folder, ['v1'], true);
    const files = readFolder(folder);
    expect(files['src/controllers/fruit/tree.controller.ts']).toContain("from '../../api/fruit/v2/tree.ts'");
    expect(readProject(folder).resources).toMatchObject([{ version: 'v2', controller: true }]);
  });

  test('asks for the full group if two groups have the same short name', () => {
    const external = { module: '@elsewhere/fruit', domain: 'elsewhere.org' };
    const folder = projectWith({}, { external, controllerName: 'theirs' });
    const { codes, text } = refusal(folder, () => remove(folder, ['v1']));
    expect(codes).toEqual(['OPG3016']);
    expect(text).toContain('--group fruit.example.com or --group fruit.elsewhere.org');
    const whole = { kind: 'Tree', versions: ['v1'], force: false, group: 'fruit.elsewhere.org' };
    expect(planDeleteApi(folder, whole).resources).toMatchObject([{ external: true }]);
  });

  test.each<[string, { version?: string; kind?: string }, string]>([
    ['a misspelled kind', { kind: 'Treee' }, '--kind Tree'],
    ['another version', { version: 'v9' }, '--version v1'],
    ['a path', { kind: '../Tree' }, 'PROJECT has no kind'],
  ])('suggests what exists for %s', (_, { version = 'v1', kind = 'Tree' }, expected) => {
    const folder = projectWith({});
    const run = (): unknown =>
      planDeleteApi(folder, { group: 'fruit', versions: [version], kind, force: false });
    const { codes, text } = refusal(folder, run);
    expect(codes).toEqual(['OPG3016']);
    expect(text).toContain(expected);
  });
});
