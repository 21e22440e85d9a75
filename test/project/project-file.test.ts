import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/diagnostics.ts';
import { ProjectFile } from '../../src/project/project-file.ts';
import type { ProjectResource } from '../../src/project/project-resource.ts';

const head = 'version: "3"\nlayout: [opgen/v1]\ndomain: example.com\nprojectName: orchard\n';
const tree: ProjectResource = { group: 'fruit', domain: 'example.com', version: 'v1', kind: 'Tree' };

/** The code, line and message of every problem in a PROJECT file. */
function wrong(text: string): string[] {
  try {
    ProjectFile.parse(text);
  } catch (error) {
    if (error instanceof UserError)
      return error.diagnostics.map(({ code, message, place }) => `${code} ${place?.line}: ${message}`);
    throw error;
  }
  return [];
}

/** A PROJECT with one resource that has these additional keys. */
const withKeys = (...keys: string[]): string =>
  `${head}resources:\n  - version: v1\n    kind: Tree\n${keys.map((key) => `    ${key}\n`).join('')}`;

describe('rejects a PROJECT file', () => {
  test.each([
    ['of kubebuilder', 'version: "3"\nlayout:\n- go.kubebuilder.io/v4\n', ['OPG3003 3']],
    ['of operator-sdk', 'version: "3"\nlayout: helm.sdk.operatorframework.io/v1\n', ['OPG3003 2']],
    ['of a later opgen', 'version: "3"\nlayout: [opgen/v2]\n', ['OPG3002 2']],
    ['that is not YAML', `${head}resources: [\n`, ['OPG3002 6']],
    [
      'with a version and a domain that are not strings',
      'version: 2\nlayout: [opgen/v1]\ndomain: 5\nprojectName: x\n',
      ['OPG3002 1', 'OPG3002 3'],
    ],
    [
      'with a merge conflict',
      `${head}<<<<<<< HEAD\nresources: []\n=======\nresources: {}\n>>>>>>> other\n`,
      ['OPG3002 5'],
    ],
    ['with resources that are not a list', `${head}resources: {}\n`, ['OPG3002 5']],
    ['with a resource that is a string', `${head}resources: [Tree]\n`, ['OPG3002 5']],
    ['with a kind that is a number', `${head}resources:\n  - version: v1\n    kind: 7\n`, ['OPG3002 7']],
    [
      'with a kind that is a path out of the project',
      `${head}resources:\n  - version: v1\n    kind: ../Tree\n`,
      ['OPG3002 7'],
    ],
    ['with a group that is a path out of the project', withKeys('group: ../..'), ['OPG3002 8']],
    ['with a controller that is a string', withKeys('controller: yes please'), ['OPG3002 8']],
    ['with a controller without a name', withKeys('controllers: [{}]'), ['OPG3002 8']],
    ['with an invalid controller name', withKeys('controllers: [{ name: A/B }]'), ['OPG3002 8']],
    ['with webhooks that are a string', withKeys('webhooks: all'), ['OPG3002 8']],
    ['with a spoke that is not a version', withKeys('webhooks: { spoke: [2] }'), ['OPG3002 8']],
    [
      'with a project name that makes the names of Services too long',
      `version: "3"\nlayout: [opgen/v1]\ndomain: example.com\nprojectName: ${'a'.repeat(48)}\n`,
      ['OPG3002 4'],
    ],
    [
      'with a domain that is reserved for Kubernetes',
      'version: "3"\nlayout: [opgen/v1]\ndomain: k8s.io\nprojectName: x\n',
      ['OPG3002 3'],
    ],
    ['with an invalid image', withKeys('deployImage: { image: "x:1\', evil" }'), ['OPG3002 8']],
    ['with an invalid port', withKeys('deployImage: { image: x, containerPort: "0" }'), ['OPG3002 8']],
    ['with an invalid user', withKeys('deployImage: { image: x, runAsUser: root }'), ['OPG3002 8']],
    ['with a path out of the project', withKeys('path: src/../../tree.ts'), ['OPG3002 8']],
    ['with an absolute path', withKeys('path: /etc/tree.ts'), ['OPG3002 8']],
    ['with a path that ends a string', withKeys(`path: "src/tree'; evil.ts"`), ['OPG3002 8']],
    ['with a module that is a path', withKeys('module: ../kinds'), ['OPG3002 8']],
    [
      'with a webhook path out of its root',
      withKeys('webhooks: { webhookVersion: v1, validationPath: /../x }'),
      ['OPG3002 8'],
    ],
    ['with an unknown package manager', `${head}packageManager: bower\n`, ['OPG3002 5']],
    ['with a string for namespaced', `${head}namespaced: "true"\n`, ['OPG3002 5']],
    [
      'that lists a kind twice',
      `${withKeys('group: fruit')}  - version: v1\n    group: fruit\n    kind: Tree\n`,
      ['OPG3002 9'],
    ],
  ])('%s', (_, text, expected) => {
    expect(wrong(text).map((found) => found.split(':')[0])).toEqual(expected);
  });
});

describe('an edit of PROJECT', () => {
  const mine = `# ours
version: "3"
layout: [opgen/v1] # the only one
domain: example.com
team: orchard # unknown to opgen
projectName: orchard
resources:
  # the first one
  - version: v1
    group: fruit
    kind: Tree
    owner: Pomona # unknown too
    webhooks:
      webhookVersion: v1 # as always
      defaulting: true
`;

  test('that changes nothing leaves every byte as it is', () => {
    const project = ProjectFile.parse(mine);
    const [resource] = project.resources;
    expect(
      project
        .withResource(resource as ProjectResource)
        .withSettings({})
        .toString(),
    ).toBe(mine);
  });

  test('keeps the line endings of Windows', () => {
    const project = ProjectFile.parse(mine.replaceAll('\n', '\r\n'));
    const text = project.withResource({ ...tree, kind: 'Orchard' }).toString();
    expect(text).not.toMatch(/[^\r]\n/);
    expect(text.replaceAll('\r\n', '\n')).toBe(
      ProjectFile.parse(mine)
        .withResource({ ...tree, kind: 'Orchard' })
        .toString(),
    );
  });

  test('keeps comments and unknown keys, and removes outdated keys', () => {
    const edited = ProjectFile.parse(mine).withResource({
      ...tree,
      controllers: [{ name: 'pruner' }],
      webhooks: { webhookVersion: 'v1', validation: true },
    });
    expect(edited.toString()).toBe(
      mine
        .replace(
          'webhookVersion: v1 # as always\n      defaulting: true',
          'validation: true\n      webhookVersion: v1 # as always',
        )
        .concat('    controllers:\n      - name: pruner\n'),
    );
  });

  test('can be undone', () => {
    const project = ProjectFile.parse(mine);
    const other = { ...tree, kind: 'Orchard' };
    const settings = { namespaced: true, packageManager: 'pnpm' } as const;
    const edited = project.withResource(other).withSettings(settings);
    expect(edited).toMatchObject(settings);
    expect(edited.toString()).toContain('packageManager: pnpm\n');
    expect(ProjectFile.parse(edited.toString())).toMatchObject(settings);
    const undone = edited.withSettings({ namespaced: false, packageManager: 'npm' }).withoutResource(other);
    expect(undone.toString()).toBe(mine);
  });

  test('removes the list of resources with its last entry', () => {
    const project = ProjectFile.create({
      cliVersion: '1.0.0',
      domain: 'example.com',
      projectName: 'orchard',
    });
    expect(project.withResource(tree).withoutResource(tree).toString()).toBe(project.toString());
  });
});
