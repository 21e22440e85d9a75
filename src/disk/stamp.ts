import { type BigIntStats, lstatSync, statSync } from 'node:fs';

export type PathKind = 'file' | 'folder' | 'other' | 'none';

/** What is at a path, at the end of all links. */
export function kindOf(path: string): PathKind {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'none';
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

/**
 * Size, times and number of a file in one text, as git's index keeps them; empty where there is none. It is another
 * one as soon as anything is written to the file, or another file takes its place.
 */
export function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found?.isFile() === true ? stamp(found) : '';
}

/** The same of what is at the path itself: a link has none. */
export function stampOfPlainFile(path: string): string {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found?.isFile() === true ? stamp(found) : '';
}

export function isPlainFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function stamp({ ctimeNs, ino, mtimeNs, size }: BigIntStats): string {
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

const millisecond = 1_000_000n;
const second = 1000n * millisecond;

/**
 * Whether a file with this stamp would have another one had it changed since that moment (in milliseconds).
 *
 * Clocks of disks tick: two changes within one tick leave the same times. So a file counts only if its last change lies
 * more than a tick before. Ticks last some milliseconds, or up to two seconds where times are whole seconds.
 */
export function isSettled(stamp: string, moment: number): boolean {
  if (stamp === '') return false;
  const [, modified = 0n, changed = 0n] = stamp.split(' ').map(BigInt);
  const last = modified > changed ? modified : changed;
  const tick = last % second === 0n ? 3n * second : 100n * millisecond;
  return last + tick < BigInt(moment) * millisecond;
}
