import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFileLock } from '../src/file-lock.ts';

const lockPath = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), 'opgen-lock-')), 'lock');

test('one function runs at a time, and the lock is removed afterwards', async () => {
  const path = await lockPath();
  let working = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++working);
    await new Promise(setImmediate);
    working--;
  };
  await Promise.all([withFileLock(path, work), withFileLock(path, work), withFileLock(path, work)]);
  expect(most).toBe(1);
  expect(await readdir(join(path, '..'))).toEqual([]);
});

test('a function that fails releases the lock', async () => {
  const path = await lockPath();
  await expect(withFileLock(path, () => Promise.reject(new Error('no space left')))).rejects.toThrow(
    'no space left',
  );
  expect(await withFileLock(path, async () => 'worked')).toBe('worked');
});

test('the lock of a process that has exited is taken over', async () => {
  const path = await lockPath();
  const longGone = 2 ** 22 + 1;
  await writeFile(path, String(longGone));
  expect(await withFileLock(path, async () => 'worked')).toBe('worked');
});
