import { type BigIntStats, lstatSync, statSync } from 'node:fs';

export type PathKind = 'file' | 'folder' | 'other' | 'none';

/** Follows links. */
export function kindOf(path: string): PathKind {
  const found = orMissing(() => statSync(path, { throwIfNoEntry: false }));
  if (found === undefined) return 'none';
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

/**
 * Size, times and inode number of a file, as in git's index; empty if there is no file. The stamp changes when the file
 * is written or replaced.
 */
export function stampOf(path: string): string {
  const found = orMissing(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return found?.isFile() === true ? stamp(found) : '';
}

/** The same without following links: empty for a link. */
export function stampOfPlainFile(path: string): string {
  const found = orMissing(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  return found?.isFile() === true ? stamp(found) : '';
}

export function isPlainFolder(path: string): boolean {
  return orMissing(() => lstatSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/** A path below a file does not exist either, but Node throws an error for it, whatever `throwIfNoEntry` says. */
function orMissing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function stamp({ ctimeNs, ino, mtimeNs, size }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

const millisecond = 1_000_000n;
const second = 1000n * millisecond;

/**
 * Whether any change to the file after `moment` (in milliseconds) would change this stamp.
 *
 * File times have a limited resolution, and two changes within one tick get the same time. So the last change must be
 * more than a tick before `moment`. A tick takes a few milliseconds, or up to two seconds on file systems that store
 * whole seconds.
 */
export function isSettled(stamp: string, moment: number): boolean {
  if (stamp === '') return false;
  const [, modified = 0n, changed = 0n] = stamp.split(' ').map(BigInt);
  const last = modified > changed ? modified : changed;
  const tick = last % second === 0n ? 3n * second : 100n * millisecond;
  return last + tick < BigInt(moment) * millisecond;
}
