import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { UserError } from '../../../src/diagnostics.ts';
import { applyPlan, recover, transactionFolder } from '../../../src/scaffold/files/apply-plan.ts';
import type { FileChange } from '../../../src/scaffold/files/file-plan.ts';
import { readFolder, temporaryFolder, writeFolder } from '../../support/folder.ts';

const before = { PROJECT: 'version: "3"\n', 'src/main.ts': '// before\n', 'config/old.yaml': 'old: true\n' };
const after = {
  PROJECT: 'version: "3"\nresources: []\n',
  'src/main.ts': '// after\n',
  'src/api/memcached.ts': '// new\n',
};

const plan: FileChange[] = [
  { path: 'src/api/memcached.ts', action: 'create', content: after['src/api/memcached.ts'] },
  { path: 'src/main.ts', action: 'update', content: after['src/main.ts'] },
  { path: 'config/old.yaml', action: 'delete', content: '' },
  { path: 'PROJECT', action: 'update', content: after.PROJECT },
];

test('a plan is applied, and the transaction folder is removed', () => {
  const folder = temporaryFolder();
  writeFolder(folder, before);
  applyPlan(folder, plan);
  expect(readFolder(folder)).toEqual(after);
  expect(existsSync(join(folder, 'config')), 'a folder goes with its last file').toBe(false);
});

/** Applies the plan in another process, which kills itself before its n-th step. */
function applyAndDie(folder: string, step: number): NodeJS.Signals | null {
  const module = pathToFileURL(
    fileURLToPath(new URL('../../../src/scaffold/files/apply-plan.ts', import.meta.url)),
  ).href;
  const script = `
    import { applyPlan } from ${JSON.stringify(module)};
    let step = 0;
    const die = () => { if (step++ === ${step}) process.kill(process.pid, 'SIGKILL'); };
    applyPlan(${JSON.stringify(folder)}, ${JSON.stringify(plan)}, die);`;
  return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  }).signal;
}

test('recovery after a kill at any step leaves either the old or the new tree', () => {
  const seen: string[] = [];
  for (let step = 0; ; step++) {
    const folder = temporaryFolder();
    writeFolder(folder, before);
    const signal = applyAndDie(folder, step);
    recover(folder);
    const tree = readFolder(folder);
    expect([before, after]).toContainEqual(tree);
    expect(existsSync(join(folder, transactionFolder))).toBe(false);
    if (signal === null) break;
    seen.push('PROJECT' in tree && tree['PROJECT'] === after.PROJECT ? 'after' : 'before');
  }
  // The kills cover both sides of the commit, and the commit happens once.
  expect(seen.join(' ')).toMatch(/^(before )+(after ?)+$/);
  expect(seen.length).toBeGreaterThan(2 * plan.length);
}, 120_000);

test('a second opgen process is refused', () => {
  const folder = temporaryFolder();
  writeFolder(folder, { [`${transactionFolder}/owner`]: String(process.ppid) });
  expect(() => applyPlan(folder, plan)).toThrow(UserError);
  expect(readFolder(folder)).toEqual({ [`${transactionFolder}/owner`]: String(process.ppid) });
});

test('an outdated plan does not overwrite the changes of another command', () => {
  const folder = temporaryFolder();
  writeFolder(folder, { PROJECT: 'resources: [theirs]\n' });
  const outdated: FileChange = {
    path: 'PROJECT',
    action: 'update',
    before: 'resources: []\n',
    content: 'ours\n',
  };
  expect(() => applyPlan(folder, [outdated])).toThrow(UserError);
  expect(readFolder(folder)).toEqual({ PROJECT: 'resources: [theirs]\n' });
});
