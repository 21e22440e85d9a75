import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { UserError } from '../../../src/diagnostics.ts';
import {
  applyPlan,
  recover,
  refuseUnfinished,
  transactionFolder,
} from '../../../src/scaffold/files/apply-plan.ts';
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

/** A program that applies the plan to a folder and kills itself before its n-th step. */
function programThatDies(): string {
  const stdin = {
    resolveDir: fileURLToPath(new URL('../../../src/scaffold/files', import.meta.url)),
    contents: `
      import { applyPlan } from './apply-plan.ts';
      const [, , folder, last] = process.argv;
      let step = 0;
      const die = () => { if (step++ === Number(last)) process.kill(process.pid, 'SIGKILL'); };
      applyPlan(folder, ${JSON.stringify(plan)}, die);`,
  };
  const outfile = join(temporaryFolder(), 'program.mjs');
  buildSync({ stdin, outfile, bundle: true, platform: 'node', format: 'esm' });
  return outfile;
}

test('recovery after a kill at any step leaves either the old or the new tree', () => {
  const program = programThatDies();
  const seen: string[] = [];
  for (let step = 0; ; step++) {
    const folder = temporaryFolder();
    writeFolder(folder, before);
    const { signal } = spawnSync(process.execPath, [program, folder, String(step)]);
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
});

test('a plan for a new folder that cannot be written leaves no folder', () => {
  const above = temporaryFolder();
  const create: FileChange[] = [{ path: 'PROJECT', action: 'create', content: after.PROJECT }];
  let step = 0;
  const diskIsFull = (): void => {
    if (step++ > 0) throw new Error('ENOSPC: no space left on device, write');
  };
  expect(() => applyPlan(join(above, 'new/project'), create, diskIsFull)).toThrow('ENOSPC');
  expect(existsSync(join(above, 'new'))).toBe(false);
  expect(existsSync(above)).toBe(true);
});

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

/** A project in a folder beside another one, with a committed transaction that somebody else wrote. */
function hostileClone(
  journal: unknown,
  files: Record<string, string> = {},
): { folder: string; root: string } {
  const folder = temporaryFolder();
  const text = typeof journal === 'string' ? journal : JSON.stringify(journal);
  writeFolder(folder, {
    'victim/profile': 'mine\n',
    'clone/PROJECT': 'version: "3"\n',
    'clone/.git/config': 'safe\n',
    [`clone/${transactionFolder}/journal.json`]: text,
    [`clone/${transactionFolder}/0`]: 'hostile\n',
    ...files,
  });
  return { folder, root: join(folder, 'clone') };
}

test.each<[string, unknown]>([
  ['writes outside the project', [{ path: '../victim/profile', staged: '0' }]],
  ['deletes outside the project', [{ path: '../victim/profile' }]],
  ['hides the way out', [{ path: 'src/../../victim/profile', staged: '0' }]],
  ['names an absolute path', [{ path: '/tmp/opgen-hostile', staged: '0' }]],
  ['names a path of Windows', [{ path: 'C:\\victim', staged: '0' }]],
  ['writes through a link', [{ path: 'link/profile', staged: '0' }]],
  ['deletes through a link', [{ path: 'link/profile' }]],
  ['installs a hook of git', [{ path: '.git/hooks/pre-commit', staged: '0', executable: true }]],
  ['moves a file of the user', [{ path: 'stolen', staged: '../../victim/profile' }]],
  ['moves a link', [{ path: 'stolen', staged: '1' }]],
  ['deletes the project', [{ path: '.' }]],
  ['has a second, valid entry', [{ path: 'PROJECT' }, { path: '../victim/profile' }]],
  ['is not a list', { path: 'PROJECT' }],
  ['is not JSON', '[{'],
])('a journal that %s is refused, and nothing changes', (_, journal) => {
  const { folder, root } = hostileClone(journal);
  symlinkSync(join(folder, 'victim'), join(root, 'link'));
  symlinkSync(join(folder, 'victim/profile'), join(root, transactionFolder, '1'));
  const tree = readFolder(folder);
  expect(() => recover(root)).toThrow(
    expect.objectContaining({ diagnostics: [expect.objectContaining({ code: 'OPG3110' })] }),
  );
  expect(readFolder(folder)).toEqual(tree);
});

test('a transaction folder that is a link is refused', () => {
  const folder = temporaryFolder();
  writeFolder(folder, { 'elsewhere/journal.json': '[]', 'clone/PROJECT': '' });
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'clone', transactionFolder));
  expect(() => recover(join(folder, 'clone'))).toThrow(UserError);
  expect(readFolder(join(folder, 'elsewhere'))).toEqual({ 'journal.json': '[]' });
});

test('an unfinished transaction stops a command that promises to write nothing', () => {
  const { root } = hostileClone([{ path: 'src/main.ts', staged: '0' }]);
  const tree = readFolder(root);
  expect(() => refuseUnfinished(root)).toThrow(UserError);
  expect(readFolder(root)).toEqual(tree);
});

test('a transaction that has not committed does not stop such a command', () => {
  const folder = temporaryFolder();
  writeFolder(folder, { [`${transactionFolder}/0`]: '' });
  refuseUnfinished(folder);
  expect(existsSync(join(folder, transactionFolder))).toBe(true);
});

test('no plan writes or deletes through a link', () => {
  const folder = temporaryFolder();
  writeFolder(folder, { 'victim/main.ts': 'mine\n' });
  mkdirSync(join(folder, 'project'));
  symlinkSync(join(folder, 'victim'), join(folder, 'project/src'));
  const changes: FileChange[] = [
    { path: 'src/other.ts', action: 'create', content: '' },
    { path: 'src/main.ts', action: 'delete', content: '', before: 'mine\n' },
  ];
  for (const change of changes) expect(() => applyPlan(join(folder, 'project'), [change])).toThrow(UserError);
  expect(readFolder(join(folder, 'victim'))).toEqual({ 'main.ts': 'mine\n' });
});

test('a folder that a killed command has not claimed yet is removed', () => {
  const folder = temporaryFolder();
  writeFolder(folder, { [`${transactionFolder}-4194304/owner`]: '4194304' });
  recover(folder);
  expect(readFolder(folder)).toEqual({});
});
