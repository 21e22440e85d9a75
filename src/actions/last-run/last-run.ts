import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../disk/disk.ts';
import { compare, type Outputs, type Snapshot, snapshotOf } from '../../disk/snapshot.ts';
import { ownBuild } from './own-build.ts';

/** What is saved of a run. */
interface SavedRun<T> {
  build: string;
  settings: string;
  result: T;
  snapshot: Snapshot;
}

/**
 * The last run of a command with the same settings, saved in `node_modules/.cache/opgen` of the project.
 *
 * It only saves time: without a node_modules, in a read-only one, or with a damaged file, the command runs in full.
 */
export class LastRun<T> {
  readonly #root: string;
  readonly #file: string;
  readonly #settings: string;
  /** Before this run read its first file. */
  readonly #moment = Date.now();

  constructor(root: string, name: string, settings: object) {
    this.#root = root;
    this.#settings = JSON.stringify(settings);
    const suffix = this.#settings === '{}' ? '' : `-${shortHash(this.#settings)}`;
    this.#file = join(root, 'node_modules/.cache/opgen', `${name}${suffix}.json`);
  }

  /** Its result, if another run would have the same one. */
  recall(): T | undefined {
    try {
      const saved = JSON.parse(readFileSync(this.#file, 'utf8')) as SavedRun<T>;
      if (saved.settings !== this.#settings || saved.build !== ownBuild()) return undefined;
      const same = compare(this.#root, saved.snapshot, this.#moment);
      if (same === undefined) return undefined;
      // Saves reading files again that were touched, or written moments before the last run.
      if (same.renewed) this.#write({ ...saved, snapshot: same.snapshot });
      return saved.result;
    } catch {
      return undefined;
    }
  }

  save(result: T, disks: readonly Disk[], outputs: Outputs): void {
    if (!isFolder(join(this.#root, 'node_modules'))) return;
    const snapshot = snapshotOf(this.#root, this.#moment, disks, outputs);
    this.#write({ build: ownBuild(), settings: this.#settings, result, snapshot });
  }

  /** Atomically: another run reads either the old file or the new one. */
  #write(saved: SavedRun<T>): void {
    const fresh = `${this.#file}.${process.pid}`;
    // A link, which anybody can commit, would lead out of the project.
    const above = ['.cache', '.cache/opgen'].map((name) => join(this.#root, 'node_modules', name));
    if (above.some((folder) => existsSync(folder) && !isFolder(folder))) return;
    try {
      mkdirSync(join(this.#file, '..'), { recursive: true });
      writeFileSync(fresh, JSON.stringify(saved));
      renameSync(fresh, this.#file);
    } catch {
      removeIfExists(fresh);
    }
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function removeIfExists(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nothing can be saved in a read-only folder.
  }
}

/** FNV-1a. Two settings with the same hash would only overwrite each other's run. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
