/** Commands that run at the same time: each one either completes or fails, and none loses the changes of another. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readProject } from '../../src/project/project-file.ts';
import { planEdit } from '../../src/scaffold/project/edit.ts';
import { applyPlan } from '../../src/scaffold/files/apply-plan.ts';
import { planLayers } from '../../src/scaffold/files/plan-layers.ts';
import { isBuilt, runBuilt } from '../support/built-cli.ts';
import { readFolder, temporaryFolder, writeFolder } from '../support/folder.ts';
import { writeGolden } from '../support/golden.ts';
import { projectFile } from '../support/project-file.ts';
import { runCli } from '../support/run-cli.ts';

const locked = expect.objectContaining({ diagnostics: [expect.objectContaining({ code: 'OPG3104' })] });

test('a plan for a PROJECT file that has changed since it was parsed is refused', () => {
  const root = temporaryFolder();
  writeFolder(root, { PROJECT: projectFile });
  const project = readProject(root);
  const theirs = `${projectFile}# theirs\n`;
  writeFileSync(join(root, 'PROJECT'), theirs);
  const changes = planLayers(root, [], project.withSettings({ namespaced: true }), { force: false });
  expect(() => applyPlan(root, changes)).toThrow(locked);
  expect(readFolder(root)).toEqual({ PROJECT: theirs });
});

test('opgen edit refuses to write if a file has changed since it was read', () => {
  const root = temporaryFolder();
  writeGolden('single-api', root);
  const { changes } = planEdit(root, { namespaced: true }, 2026);
  writeFileSync(join(root, 'src/main.ts'), '// theirs\n');
  expect(() => applyPlan(root, changes)).toThrow(locked);
  expect(readFolder(root)['src/main.ts']).toBe('// theirs\n');
});

const createApi = (kind: string): string[] =>
  `create api --group fruit --version v1 --kind ${kind}`.split(' ');

describe.skipIf(!isBuilt)('two commands at once', () => {
  test('lose no kind', async () => {
    for (let pair = 0; pair < 5; pair++) {
      const root = temporaryFolder();
      writeGolden('single-api', root);
      const kinds = ['Tree', 'Leaf'];
      const runs = await Promise.all(kinds.map((kind) => runBuilt(root, createApi(kind))));
      const done = kinds.filter((_, index) => runs[index]?.exitCode === 0);
      expect(done.length).toBeGreaterThan(0);
      for (const { exitCode, stderr } of runs) if (exitCode !== 0) expect(stderr).toContain('OPG3104');
      const tree = readFolder(root);
      for (const kind of kinds) {
        const isThere = done.includes(kind);
        expect(tree['PROJECT']?.includes(`kind: ${kind}\n`)).toBe(isThere);
        expect(tree['src/main.ts']?.includes(`/${kind.toLowerCase()}.controller.ts'`)).toBe(isThere);
        expect(`src/api/fruit/v1/${kind.toLowerCase()}.ts` in tree).toBe(isThere);
      }
      expect((await runCli(root, ['manifests', '--only', 'crd'])).exitCode).toBe(0);
    }
  }, 60_000);
});
