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
  await mkdir(dirname(path), { recursive: true });
  while (!(await acquire(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true });
    else await delay(250);
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
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

async function isAbandoned(path: string): Promise<boolean> {
  const owner = Number(await readFile(path, 'utf8').catch(() => ''));
  // The lock was released in the meantime; the next attempt will succeed or wait.
  if (!owner) return false;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
