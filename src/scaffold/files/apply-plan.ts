/**
 * The only module that writes to the user's disk, and it writes all of a plan or nothing of it.
 *
 * 1. Every new content is written into `.opgen-transaction/`, beside its target and so on the same disk.
 * 2. A journal that lists the renames is put there. This is the commit.
 * 3. The files are renamed into place, then the folder is removed.
 *
 * Killed before 2, the tree is as before and the folder is rubbish. Killed after 2, the journal holds the truth
 * and the next command carries it out. `recover` does either, and every command calls it first.
 *
 * A process that is killed takes nothing along of what it has written. Only a power cut does; so the disk is waited for
 * where something would be lost by one: the journal, and what takes the place of a file.
 */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, UserError } from '../../diagnostics.ts';
import { type FileChange, readIfThere } from './file-plan.ts';
import { readOnlyFolder, lockedProject } from '../diagnostics.ts';

/** Where a transaction lives while it runs. */
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
  refuseUnwritable(root, changes);
  const folder = join(root, transactionFolder);
  beforeStep();
  claim(root, folder);
  const journal = changes.map(({ path, action, executable }, index): JournalEntry => ({
    path,
    ...(action !== 'delete' && { staged: String(index) }),
    ...(executable === true && { executable }),
  }));
  try {
    refuseOutdated(root, changes);
    stage(folder, changes, journal, beforeStep);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  carryOut(root, journal, beforeStep);
}

/** Up to and with the commit. */
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

/** Makes the folder of the transaction, which only one process can. */
function claim(root: string, folder: string): void {
  mkdirSync(root, { recursive: true });
  try {
    mkdirSync(folder);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new UserError(busy('another opgen')) : error;
  }
  writeFileSync(join(folder, 'owner'), String(process.pid));
}

/** Between planning and claiming, another command may have written: its work must not be lost. */
function refuseOutdated(root: string, changes: readonly FileChange[]): void {
  const outdated = changes.some(({ action, before, path }) =>
    action === 'create'
      ? existsSync(join(root, path))
      : before !== undefined && readIfThere(root, path) !== before,
  );
  if (outdated) throw new UserError(busy('another command'));
}

/** Permissions are looked at first: after the commit there is no way back. */
function refuseUnwritable(root: string, changes: readonly FileChange[]): void {
  const folders = new Set([root, ...changes.map(({ path }) => dirname(join(root, path)))]);
  const refused = [...new Set([...folders].map(nearestFolder))].filter((folder) => !isWritable(folder));
  if (refused.length === 0) return;
  throw new UserError(
    refused.map((folder) =>
      readOnlyFolder({
        message: `${folder} cannot be written to`,
        hint: 'change its permissions, or run as the user who owns it',
      }),
    ),
  );
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Ends what a killed command began: forwards if it had committed, backwards if not. */
export function recover(root: string): void {
  const folder = join(root, transactionFolder);
  if (!existsSync(folder)) return;
  refuseWhileOwnerRuns(folder);
  const journal = join(folder, 'journal.json');
  if (existsSync(journal))
    carryOut(root, JSON.parse(readFileSync(journal, 'utf8')) as JournalEntry[], () => {});
  else rmSync(folder, { recursive: true, force: true });
}

/** Every step may be repeated, because the one who repeats it does not know how far the other one came. */
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
  rmSync(folder, { recursive: true, force: true });
}

/** Folders that hold nothing any more go with their last file. */
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
  const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
  if (pid === 0 || pid === process.pid || !isRunning(pid)) return;
  throw new UserError(busy(`another opgen (process ${pid})`));
}

function busy(who: string): Diagnostic {
  return lockedProject({
    message: `${who} is writing to this project`,
    hint: `repeat the command when it has ended; if none runs, remove ${transactionFolder}`,
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
