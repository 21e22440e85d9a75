import { type FSWatcher, statSync, watch } from 'node:fs';
import { basename, dirname, relative } from 'node:path';

/** Editors save in several steps, and git writes many files: changes within this many milliseconds count as one. */
const settled = 60;

interface WatchedFolder {
  watcher: FSWatcher;
  /** Changes when the folder is deleted and created again. */
  inode: bigint;
}

/**
 * Reports that files have changed, once for changes that come together.
 *
 * Watches each path through its folder, or through the nearest folder above that exists, so that new files are reported
 * too. For a folder, new folders and sources in it count.
 */
export class FileWatch {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #watched = new Map<string, WatchedFolder>();
  #names: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  #timer: NodeJS.Timeout | undefined;
  #changed = false;
  #wake: () => void = () => {};

  constructor(root: string, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#close(), { once: true });
  }

  /** Watches these paths instead of the earlier ones. Returns whether one of their folders was not watched before. */
  watch(paths: readonly string[]): boolean {
    if (this.#signal.aborted) return false;
    this.#names = namesByFolder(paths);
    for (const [folder, { inode, watcher }] of this.#watched) {
      if (this.#names.has(folder) && inodeOf(folder) === inode) continue;
      watcher.close();
      this.#watched.delete(folder);
    }
    const before = this.#watched.size;
    for (const folder of this.#names.keys()) if (!this.#watched.has(folder)) this.#add(folder);
    return this.#watched.size > before;
  }

  /** True at the next change, also at one since the last call; false once the signal is aborted. */
  async next(): Promise<boolean> {
    while (!this.#changed && !this.#signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#changed = false;
    return !this.#signal.aborted;
  }

  notice(): void {
    clearTimeout(this.#timer);
    if (this.#signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#changed = true;
      this.#wake();
    }, settled);
  }

  #add(folder: string): void {
    const inode = inodeOf(folder);
    if (inode === undefined) return;
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || this.#isWatched(folder, name)) this.notice();
      });
      // Some systems report a deleted folder as an error.
      watcher.on('error', () => this.notice());
      this.#watched.set(folder, { watcher, inode });
    } catch (error) {
      // The user may lack permission for folders above the project; those hardly ever change.
      if (!relative(this.#root, folder).startsWith('..')) throw error;
    }
  }

  #isWatched(folder: string, name: string): boolean {
    const names = this.#names.get(folder);
    return names !== undefined && (names.has(name) || (names.has('.') && isSourceOrFolder(name)));
  }

  #close(): void {
    clearTimeout(this.#timer);
    for (const { watcher } of this.#watched.values()) watcher.close();
    this.#wake();
  }
}

/** Existing folders, and the names in them that count; a dot stands for all sources and folders in it. */
function namesByFolder(paths: readonly string[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const add = (folder: string, name: string): void =>
    void names.set(folder, (names.get(folder) ?? new Set()).add(name));
  for (const path of paths) {
    if (inodeOf(path) !== undefined) add(path, '.');
    let [folder, name] = [dirname(path), basename(path)];
    while (inodeOf(folder) === undefined && dirname(folder) !== folder)
      [folder, name] = [dirname(folder), basename(folder)];
    add(folder, name);
  }
  return names;
}

function inodeOf(folder: string): bigint | undefined {
  const found = statSync(folder, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() === true ? found.ino : undefined;
}

function isSourceOrFolder(name: string): boolean {
  return /(\.m?ts|^[^.]*)$/.test(name);
}
