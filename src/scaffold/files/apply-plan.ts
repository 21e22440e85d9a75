/**
 * The only module that writes to the project. It applies a plan completely or not at all.
 *
 * 1. It writes every new file to `.opgen-transaction/`, which is on the same file system as the targets.
 * 2. It renames a journal that lists the renames into that folder. This is the commit.
 * 3. It renames the files into place and removes the folder.
 *
 * If the process is killed before step 2, the project is unchanged and `recover` deletes the folder. If it is killed
 * after step 2, `recover` replays the journal. Every command that may write calls `recover` first. A command that promised
 * to write nothing calls `refuseUnfinished` instead.
 *
 * The folder can also be part of a repository that somebody else made. Its journal is therefore checked like any input:
 * it can name no file outside the project, and follows no link.
 *
 * A killed process does not lose data that it has written, but a power failure can. Only files whose loss would matter
 * are therefore flushed to the disk: the journal, and new versions of existing files.
 */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, UserError } from '../../diagnostics.ts';
import { type FileChange, readIfThere } from './file-plan.ts';
import {
  folderInTheWay,
  invalidTransaction,
  lockedProject,
  readOnlyFolder,
  unfinishedTransaction,
} from '../diagnostics.ts';
import { refusedPath } from './path-in-project.ts';

/** The folder of a running transaction. */
export const transactionFolder = '.opgen-transaction';

interface JournalEntry {
  path: string;
  /** The file in the transaction folder that takes its place; absent when the path is deleted. */
  staged?: string;
  executable?: boolean;
}

/** Called before each step that changes the disk; tests end the process here. */
export type BeforeStep = () => void;

export function applyPlan(
  root: string,
  changes: readonly FileChange[],
  beforeStep: BeforeStep = () => {},
): void {
  recover(root);
  if (changes.length === 0) return;
  refuseUnsafe(root, changes);
  refuseUnwritable(root, changes);
  const folder = join(root, transactionFolder);
  const existing = nearestExisting(root);
  beforeStep();
  const journal = changes.map(({ path, action, executable }, index): JournalEntry => ({
    path,
    ...(action !== 'delete' && { staged: String(index) }),
    ...(executable === true && { executable }),
  }));
  try {
    claim(root);
    try {
      refuseOutdated(root, changes);
      stage(folder, changes, journal, beforeStep);
    } catch (error) {
      release(root);
      throw error;
    }
  } catch (error) {
    removeEmpty(root, existing);
    throw error;
  }
  carryOut(root, journal, beforeStep);
}

/** Steps 1 and 2: writes the files, then commits. */
function stage(
  folder: string,
  changes: readonly FileChange[],
  journal: readonly JournalEntry[],
  beforeStep: BeforeStep,
): void {
  for (const [index, { action, content }] of changes.entries()) {
    if (action === 'delete') continue;
    beforeStep();
    writeFileSync(join(folder, String(index)), content, { flush: action !== 'create' });
  }
  beforeStep();
  writeFileSync(join(folder, 'journal.new'), JSON.stringify(journal), { flush: true });
  beforeStep();
  renameSync(join(folder, 'journal.new'), join(folder, 'journal.json'));
}

/**
 * Creates the transaction folder, which serves as a lock. It appears together with its owner, or another command would take
 * it for one that a killed command left.
 */
function claim(root: string): void {
  const own = ownFolder(root);
  try {
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'owner'), String(process.pid));
    renameSync(own, join(root, transactionFolder));
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    const { code = '' } = error as NodeJS.ErrnoException;
    throw ['EEXIST', 'ENOTEMPTY', 'EPERM'].includes(code) ? new UserError(busy('another opgen')) : error;
  }
}

/** Removes the folders of a new project that could not be written, up to one that existed before. */
function removeEmpty(root: string, existing: string): void {
  for (let folder = root; folder !== existing; folder = dirname(folder)) {
    if (!existsSync(folder)) continue;
    if (readdirSync(folder).length > 0) return;
    rmdirSync(folder);
  }
}

/** Removes the transaction folder, at once for others. */
function release(root: string): void {
  const own = ownFolder(root);
  try {
    renameSync(join(root, transactionFolder), own);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  rmSync(own, { recursive: true, force: true });
}

/** A folder of this process alone, which never holds changes that are still to be made. */
function ownFolder(root: string): string {
  return join(root, `${transactionFolder}-${process.pid}`);
}

function removeFoldersOfKilled(root: string): void {
  if (!existsSync(root)) return;
  for (const name of readdirSync(root)) {
    const [, pid] = /^\.opgen-transaction-(\d+)$/.exec(name) ?? [];
    if (pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid))))
      rmSync(join(root, name), { recursive: true, force: true });
  }
}

/** Another command may have changed files between planning and locking. Its changes must not be lost. */
function refuseOutdated(root: string, changes: readonly FileChange[]): void {
  const outdated = changes.some(({ action, before, path }) =>
    action === 'create'
      ? existsSync(join(root, path))
      : before !== undefined && readIfThere(root, path) !== before,
  );
  if (outdated) throw new UserError(busy('another command'));
}

/** A link in the project would lead the changes elsewhere. */
function refuseUnsafe(root: string, changes: readonly FileChange[]): void {
  const refused = changes.flatMap(({ path }) => {
    const reason = refusedPath(root, path);
    return reason === undefined ? [] : [`${path} cannot be written: it ${reason}`];
  });
  if (refused.length > 0)
    throw new UserError(refused.map((message) => folderInTheWay({ message, hint: 'move the link away' })));
}

/** Checks permissions first, because a committed transaction cannot be rolled back. */
function refuseUnwritable(root: string, changes: readonly FileChange[]): void {
  const folders = new Set([root, ...changes.map(({ path }) => dirname(join(root, path)))]);
  const refused = [...new Set([...folders].map(nearestExisting))].filter((folder) => !isWritable(folder));
  if (refused.length === 0) return;
  throw new UserError(
    refused.map((folder) =>
      readOnlyFolder({
        message: `${folder} is not writable`,
        hint: 'change its permissions, or run the command as its owner',
      }),
    ),
  );
}

/** The path, or the nearest one above it that exists. */
export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Completes the transaction of a killed command if it had committed, and rolls it back otherwise. */
export function recover(root: string): void {
  removeFoldersOfKilled(root);
  const folder = join(root, transactionFolder);
  if (!existsSync(folder)) return;
  refuseWhileOwnerRuns(folder);
  if (isCommitted(folder)) carryOut(root, readJournal(root, folder), () => {});
  else release(root);
}

/**
 * For commands that promise to write nothing. They cannot complete the transaction of a killed command, and the files of
 * the project are neither the old nor the new ones. A transaction that has not committed has changed nothing.
 */
export function refuseUnfinished(root: string): void {
  const folder = join(root, transactionFolder);
  if (!isCommitted(folder)) return;
  refuseWhileOwnerRuns(folder);
  throw new UserError(
    unfinishedTransaction({
      message: 'an opgen command was killed while it wrote to this project',
      hint: `repeat that command to complete its changes; if this is a fresh clone, remove ${transactionFolder}`,
    }),
  );
}

function isCommitted(folder: string): boolean {
  return existsSync(join(folder, 'journal.json'));
}

function readJournal(root: string, folder: string): JournalEntry[] {
  if (!lstatSync(folder).isDirectory()) throw foreignJournal(`${transactionFolder} is a link`);
  let entries: unknown;
  try {
    entries = JSON.parse(readFileSync(join(folder, 'journal.json'), 'utf8'));
  } catch {
    throw foreignJournal('its journal is not JSON');
  }
  if (!Array.isArray(entries) || !entries.every(isJournalEntry))
    throw foreignJournal('its journal is not a list of files');
  for (const { path, staged } of entries) {
    const reason = refusedPath(root, path);
    if (reason !== undefined) throw foreignJournal(`${JSON.stringify(path)} ${reason}`);
    const source = lstatSync(join(folder, staged ?? '0'), { throwIfNoEntry: false });
    if (source?.isFile() === false) throw foreignJournal(`${staged} is not a file`);
  }
  return entries;
}

function isJournalEntry(entry: unknown): entry is JournalEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { executable, path, staged } = entry as Record<string, unknown>;
  return (
    typeof path === 'string' &&
    (staged === undefined || (typeof staged === 'string' && /^\d+$/.test(staged))) &&
    (executable === undefined || typeof executable === 'boolean')
  );
}

function foreignJournal(reason: string): UserError {
  return new UserError(
    invalidTransaction({
      message: `${transactionFolder} was not written by opgen: ${reason}`,
      hint: `remove ${transactionFolder}, and look where it came from`,
    }),
  );
}

/** Every step is idempotent, because `recover` does not know how far the killed command got. */
function carryOut(root: string, journal: readonly JournalEntry[], beforeStep: BeforeStep): void {
  const folder = join(root, transactionFolder);
  const made = new Set<string>();
  for (const { path, staged, executable } of journal) {
    const target = join(root, path);
    beforeStep();
    if (staged === undefined) {
      rmSync(target, { force: true });
      removeEmptyFolders(root, dirname(path));
      continue;
    }
    const source = join(folder, staged);
    if (!existsSync(source)) continue;
    if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
    made.add(dirname(target));
    if (executable === true) chmodSync(source, 0o755);
    renameSync(source, target);
  }
  beforeStep();
  rmSync(join(folder, 'journal.json'), { force: true });
  beforeStep();
  release(root);
}

/** Deleting the last file of a folder deletes the folder. */
function removeEmptyFolders(root: string, folder: string): void {
  for (let path = folder; path !== '.'; path = dirname(path)) {
    try {
      rmdirSync(join(root, path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      return;
    }
  }
}

function refuseWhileOwnerRuns(folder: string): void {
  const owner = join(folder, 'owner');
  const isFile = lstatSync(owner, { throwIfNoEntry: false })?.isFile() === true;
  const pid = isFile ? Number(readFileSync(owner, 'utf8')) : 0;
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return;
  throw new UserError(busy(`another opgen (process ${pid})`));
}

function busy(who: string): Diagnostic {
  return lockedProject({
    message: `${who} is writing to this project`,
    hint: `wait until it ends and run the command again; if no such process exists, remove ${transactionFolder}`,
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
