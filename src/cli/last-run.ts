import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../disk/disk.ts';
import { compare, type Outputs, type Snapshot, snapshotOf } from '../disk/snapshot.ts';
import { ownBuild } from './own-build.ts';

/** What is kept of a run. */
interface Kept<T> {
  build: string;
  settings: string;
  result: T;
  snapshot: Snapshot;
}

/**
 * The last run of a command with the same settings, kept in `node_modules/.cache/opgen` of the project.
 *
 * It only spares time. Where there is no node_modules, where it cannot be written, and whenever something about what
 * was kept is odd, it is as if there had been no run.
 */
export class LastRun<T> {
  readonly #root: string;
  readonly #file: string;
  readonly #settings: string;
  /** From before anything of this run was read. */
  readonly #moment = Date.now();

  constructor(root: string, name: string, settings: object) {
    this.#root = root;
    this.#settings = JSON.stringify(settings);
    const suffix = this.#settings === '{}' ? '' : `-${shortHash(this.#settings)}`;
    this.#file = join(root, 'node_modules/.cache/opgen', `${name}${suffix}.json`);
  }

  /** Its result, if another run could only end as it did. */
  recall(): T | undefined {
    try {
      const kept = JSON.parse(readFileSync(this.#file, 'utf8')) as Kept<T>;
      if (kept.settings !== this.#settings || kept.build !== ownBuild()) return undefined;
      const same = compare(this.#root, kept.snapshot, this.#moment);
      if (same === undefined) return undefined;
      // Files that were touched, or written moments before the last run, need not be read the next time.
      if (same.renewed) this.#write({ ...kept, snapshot: same.snapshot });
      return kept.result;
    } catch {
      return undefined;
    }
  }

  keep(result: T, disks: readonly Disk[], outputs: Outputs): void {
    if (!existsSync(join(this.#root, 'node_modules'))) return;
    const snapshot = snapshotOf(this.#root, this.#moment, disks, outputs);
    this.#write({ build: ownBuild(), settings: this.#settings, result, snapshot });
  }

  /** In one step: another run reads all of it or what was there before. */
  #write(kept: Kept<T>): void {
    const fresh = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(join(this.#file, '..'), { recursive: true });
      writeFileSync(fresh, JSON.stringify(kept));
      renameSync(fresh, this.#file);
    } catch {
      removeIfThere(fresh);
    }
  }
}

function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // A folder that cannot be written keeps nothing.
  }
}

/** FNV-1a. Two settings with one hash would only take turns. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
