import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, UserError, wholeFile } from '../../diagnostics.ts';
import { headerFile, withHeader } from './license-header.ts';
import { fileInTheWay, folderInTheWay } from '../diagnostics.ts';

/** A file as a command wants it, and what it may do to one that is there. */
export interface WantedFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  content: string | Uint8Array;
  executable?: boolean;
  /** `once`: written, and then the user's. `keep`: left alone if there. `owned`: opgen's own, written again. */
  mode: 'once' | 'keep' | 'owned';
}

/** One step of a plan: an update keeps what the user wrote, which `replace` loses. `before` is the text until now. */
export interface FileChange {
  path: string;
  action: 'create' | 'update' | 'replace' | 'delete';
  content: string | Uint8Array;
  before?: string;
  executable?: boolean;
}

/** What is on the disk at the path: the text of a file, or nothing. */
export function readIfThere(root: string, path: string): string | undefined {
  return lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(join(root, path), 'utf8')
    : undefined;
}

/** The same with the line endings that opgen writes, whatever a checkout on Windows made of them. */
export function textIfThere(root: string, path: string): string | undefined {
  return readIfThere(root, path)?.replaceAll('\r\n', '\n');
}

/** Whether a file is on the disk as it would be written. */
export function isThere(root: string, { path, content }: { path: string; content: string }): boolean {
  const header = textIfThere(root, headerFile) ?? '';
  return textIfThere(root, path) === withHeader(path, content, header);
}

/**
 * Compares what is wanted with what is there. Nothing is written, and every conflict is told at once.
 *
 * A file that is as wanted makes no step, so a command that is repeated does nothing. What is written for the first
 * time begins with the header of the project.
 */
export function planFiles(
  root: string,
  wanted: readonly WantedFile[],
  options: { force?: boolean } = {},
): FileChange[] {
  const changes: FileChange[] = [];
  const conflicts: Diagnostic[] = [];
  const header = headerOf(root, wanted);
  for (const { path, content: text, mode, executable } of wanted) {
    const obstacle = obstacleAt(root, path);
    if (obstacle !== undefined) {
      conflicts.push(obstacle);
      continue;
    }
    const before = readIfThere(root, path);
    const isOfUser = mode === 'owned' && before !== undefined;
    const content = typeof text === 'string' && !isOfUser ? withHeader(path, text, header) : text;
    const step = { path, content, ...(executable === true && { executable }) };
    if (before === undefined) changes.push({ ...step, action: 'create' });
    else if (isSame(root, path, before, content) || mode === 'keep') continue;
    else if (mode === 'owned') changes.push({ ...step, action: 'update', before });
    else if (options.force === true) changes.push({ ...step, action: 'replace', before });
    else conflicts.push(conflictAt(path));
  }
  if (conflicts.length > 0) throw new UserError(conflicts);
  return changes;
}

export function planDeletions(root: string, paths: readonly string[]): FileChange[] {
  return paths.flatMap((path) => {
    const before = readIfThere(root, path);
    return before === undefined ? [] : [{ path, action: 'delete' as const, content: '', before }];
  });
}

export function conflictAt(path: string): Diagnostic {
  return fileInTheWay({
    message: `${path} exists with other contents`,
    hint: '--force replaces it; --force --diff shows how',
    place: wholeFile(path),
  });
}

/** Line endings are git's business: a checkout on Windows is no change. */
function isSame(root: string, path: string, before: string, content: string | Uint8Array): boolean {
  if (typeof content === 'string') return before.replaceAll('\r\n', '\n') === content;
  return readFileSync(join(root, path)).equals(content);
}

/** How source files begin: as this plan says, else as the project says. */
function headerOf(root: string, wanted: readonly WantedFile[]): string {
  const planned = wanted.find(({ path }) => path === headerFile)?.content;
  return typeof planned === 'string' ? planned : (textIfThere(root, headerFile) ?? '');
}

/** A folder where the file should be, or something that is no folder above it. */
function obstacleAt(root: string, path: string): Diagnostic | undefined {
  const target = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (target !== undefined && !target.isFile()) return inTheWay(path, path);
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const found = lstatSync(join(root, folder), { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory()) return inTheWay(path, folder);
  }
  return undefined;
}

function inTheWay(path: string, obstacle: string): Diagnostic {
  return folderInTheWay({
    message: `${path} cannot be written: ${obstacle} is ${obstacle === path ? 'not a file' : 'not a folder'}`,
    hint: 'move it away',
  });
}
