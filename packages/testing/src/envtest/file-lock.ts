import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Does some work while no other process on this machine does it under the same lock. A lock whose
 * process is gone is taken over. Should two processes take it over in the same instant, both work:
 * that costs time only, as what they make appears by rename.
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

/** Linking makes the lock appear with its owner in it, so that nobody ever sees a lock without one. */
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
  // Released while we looked: the next attempt will tell.
  if (!owner) return false;
  try {
    process.kill(owner, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
