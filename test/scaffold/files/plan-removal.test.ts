import { describe, expect, test } from 'vitest';
import { applyPlan } from '../../../src/scaffold/files/apply-plan.ts';
import { planRemoval } from '../../../src/scaffold/files/plan-removal.ts';
import type { RenderedTree } from '../../../src/scaffold/templates/tree.ts';
import { readFolder, temporaryFolder, writeFolder } from '../../support/folder.ts';

const skeleton = 'resources:\n  # +scaffold:samples\n';

/** What `create` writes for a kind: a file, a line in `main.ts`, and an entry in a list that the first kind creates. */
function treeOf(kind: string): RenderedTree {
  return {
    files: [
      { path: `src/api/${kind}.ts`, content: `// ${kind}\n` },
      { path: 'config/samples/kustomization.yaml', content: skeleton },
    ],
    insertions: [
      { path: 'src/main.ts', marker: 'setup', fragment: `setup(${kind}, { manager });\n` },
      { path: 'config/samples/kustomization.yaml', marker: 'samples', fragment: `- ${kind}.yaml\n` },
      { path: 'config/default/kustomization.yaml', marker: 'resources', fragment: '- ../crd\n' },
    ],
  };
}

const empty = {
  'src/main.ts': '// +scaffold:setup\n',
  'config/default/kustomization.yaml': 'resources:\n  - ../rbac\n  # +scaffold:resources\n',
};
const withTree = {
  'src/main.ts': 'setup(tree, { manager });\n// +scaffold:setup\n',
  'config/default/kustomization.yaml': 'resources:\n  - ../rbac\n  - ../crd\n  # +scaffold:resources\n',
  'config/samples/kustomization.yaml': 'resources:\n  - tree.yaml\n  # +scaffold:samples\n',
  'src/api/tree.ts': '// tree\n',
};

/** The folder after the removal, and the warnings. */
function remove(
  files: Record<string, string>,
  deleted: string,
  ...remaining: string[]
): { files: Record<string, string>; kept: string[] } {
  const folder = temporaryFolder();
  writeFolder(folder, files);
  const { changes, kept } = planRemoval(folder, {
    deleted: [treeOf(deleted)],
    remaining: remaining.map(treeOf),
  });
  applyPlan(folder, changes);
  return { files: readFolder(folder), kept: kept.map(({ place }) => place?.file ?? '') };
}

describe('a removal', () => {
  test('removes everything that was written, including the list', () =>
    expect(remove(withTree, 'tree')).toEqual({ files: empty, kept: [] }));

  test('keeps what others need', () => {
    const both = {
      ...withTree,
      'src/main.ts': 'setup(tree, { manager });\nsetup(orchard, { manager });\n// +scaffold:setup\n',
      'config/samples/kustomization.yaml':
        'resources:\n  - tree.yaml\n  - orchard.yaml\n  # +scaffold:samples\n',
      'src/api/orchard.ts': '// orchard\n',
    };
    const { 'src/api/orchard.ts': _, ...left } = remove(both, 'orchard', 'tree').files;
    expect(left).toEqual(withTree);
  });

  test('keeps and reports a changed file', () => {
    const mine = { ...withTree, 'src/api/tree.ts': '// my tree\n' };
    expect(remove(mine, 'tree')).toEqual({
      files: { ...empty, 'src/api/tree.ts': '// my tree\n' },
      kept: ['src/api/tree.ts'],
    });
  });

  test('keeps entries that the user added to a list', () => {
    const list = 'resources:\n  - mine.yaml\n  - tree.yaml\n  # +scaffold:samples\n';
    const { files } = remove({ ...withTree, 'config/samples/kustomization.yaml': list }, 'tree');
    expect(files['config/samples/kustomization.yaml']).toBe(list.replace('  - tree.yaml\n', ''));
  });

  test('finds lines that a formatter has wrapped', () => {
    const broken = 'before();\nsetup(\n  tree,\n  {\n    manager,\n  },\n);\n// +scaffold:setup\n';
    expect(remove({ ...withTree, 'src/main.ts': broken }, 'tree').files['src/main.ts']).toBe(
      'before();\n// +scaffold:setup\n',
    );
  });

  test('reports changed lines', () => {
    const mine = { ...withTree, 'src/main.ts': 'setup(tree, { manager, more });\n// +scaffold:setup\n' };
    const { files, kept } = remove(mine, 'tree');
    expect(files['src/main.ts']).toBe(mine['src/main.ts']);
    expect(kept).toEqual(['src/main.ts']);
  });

  test('ignores line endings and files that are already deleted', () => {
    const { 'config/samples/kustomization.yaml': list, ...others } = withTree;
    expect(list).toBeDefined();
    const windows = Object.entries(others).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')]);
    expect(remove(Object.fromEntries(windows), 'tree')).toEqual({ files: empty, kept: [] });
  });
});
