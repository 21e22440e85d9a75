import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GuardedPrograms } from '../../src/envtest/guarded-programs.ts';

const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'opgen-guarded-'));

const groupIn = async (folder: string): Promise<number> =>
  Number(await readFile(join(folder, 'sleeper.group'), 'utf8').catch(() => ''));

function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test('stop ends the programs and removes the folder', async () => {
  const programs = new GuardedPrograms(await makeFolder());
  await programs.start('sleeper', 'sleep', ['1000']);
  await expect.poll(() => groupIn(programs.folder)).toBeGreaterThan(0);
  const group = await groupIn(programs.folder);

  await programs.stop();

  await expect.poll(() => isRunning(group)).toBe(false);
  expect(await isThere(programs.folder)).toBe(false);
});

test('the error for a program that exits contains the end of its log', async () => {
  const programs = new GuardedPrograms(await makeFolder());
  const failing = await programs.start('failing', 'sh', ['-c', 'echo no such flag; exit 1']);
  await expect
    .poll(() => failing.mustBeRunning().catch((error: Error) => error.message))
    .toBe('failing exited unexpectedly. The end of its log:\nno such flag\n');
  await programs.stop();
});

test('no program outlives a process that is killed', async () => {
  const folder = await makeFolder();
  const module = new URL('../../src/envtest/guarded-programs.ts', import.meta.url).href;
  const script = `
    const { GuardedPrograms } = await import(${JSON.stringify(module)});
    await new GuardedPrograms(${JSON.stringify(folder)}).start('sleeper', 'sleep', ['1000']);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script]);
  await expect.poll(() => groupIn(folder)).toBeGreaterThan(0);
  const group = await groupIn(folder);
  expect(isRunning(group)).toBe(true);

  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;

  await expect.poll(() => isRunning(group)).toBe(false);
  await expect.poll(() => isThere(folder)).toBe(false);
});
