import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Runs a function while no other process on this machine runs one with the same lock. A lock whose process has
 * exited is taken over. If two processes take it over at the same moment, both run the function; that only costs
 * time, because its results appear by rename.
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  let lock = await tryFileLock(path);
  while (lock.owner !== undefined) {
    await delay(250);
    lock = await tryFileLock(path);
  }
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

/** A lock that this process holds, or the ID of the process that holds it. */
export type FileLock =
  { readonly owner?: undefined; readonly release: () => Promise<void> } | { readonly owner: number };

/**
 * Takes a lock, which is a file with the ID of its process, unless another process or another part of this one holds it.
 * A lock whose process has exited is taken over.
 */
export async function tryFileLock(path: string): Promise<FileLock> {
  await mkdir(dirname(path), { recursive: true });
  while (!(await acquire(path))) {
    const owner = Number(await readFile(path, 'utf8').catch(() => ''));
    // It may have been released in the meantime.
    if (!owner) continue;
    if (isRunning(owner)) return { owner };
    await rm(path, { force: true });
  }
  return { release: () => rm(path, { force: true }) };
}

/** A link creates the lock together with its owner, so that no process ever sees a lock without one. */
async function acquire(path: string): Promise<boolean> {
  const signed = `${path}.${process.pid}.${randomUUID()}`;
  await writeFile(signed, String(process.pid));
  try {
    await link(signed, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(signed, { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
