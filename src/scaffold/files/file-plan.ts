import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, hasErrors, UserError, wholeFile } from '../../diagnostics.ts';
import { projectFileName } from '../../project/find-project.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import { headerFile, withHeader } from './license-header.ts';
import { fileInTheWay, folderInTheWay } from '../diagnostics.ts';

/** The content that a command wants a file to have, and what it does with an existing file. */
export interface WantedFile {
  /** Relative to the project, with forward slashes. */
  path: string;
  content: string | Uint8Array;
  executable?: boolean;
  /** `once`: a different existing file is a conflict. `keep`: an existing file stays. `owned`: always overwritten. */
  mode: 'once' | 'keep' | 'owned';
  /** The text that the content was derived from, or undefined if there was no file. Later changes make the plan outdated. */
  before?: string | undefined;
}

/** The PROJECT file with the changes of a plan. */
export function wantedProject(project: ProjectFile): WantedFile {
  return { path: projectFileName, content: project.toString(), mode: 'owned', before: project.source };
}

/** One step of a plan. `update` keeps the user's changes; `replace` discards them. `before` is the current text. */
export interface FileChange {
  path: string;
  action: 'create' | 'update' | 'replace' | 'delete';
  content: string | Uint8Array;
  before?: string;
  executable?: boolean;
}

/** The text of a file, or undefined if the path is not a file. */
export function readIfThere(root: string, path: string): string | undefined {
  return lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile() === true
    ? readFileSync(join(root, path), 'utf8')
    : undefined;
}

/** Like `readIfThere`, but with LF line endings, because a checkout on Windows can have CRLF. */
export function textIfThere(root: string, path: string): string | undefined {
  return readIfThere(root, path)?.replaceAll('\r\n', '\n');
}

/** Whether the file exists with exactly this content. */
export function isThere(root: string, { path, content }: { path: string; content: string }): boolean {
  const header = textIfThere(root, headerFile) ?? '';
  return textIfThere(root, path) === withHeader(path, content, header);
}

/**
 * Compares the wanted files with the existing ones. Writes nothing, and reports all conflicts in one error, together
 * with the problems that were found before.
 *
 * An up-to-date file adds no step, so running a command again does nothing. New source files begin with the license
 * header of the project.
 */
export function planFiles(
  root: string,
  wanted: readonly WantedFile[],
  options: { force?: boolean; problems?: readonly Diagnostic[] } = {},
): FileChange[] {
  const changes: FileChange[] = [];
  const conflicts: Diagnostic[] = [];
  const header = headerOf(root, wanted);
  for (const file of wanted) {
    const { path, content: text, mode, executable } = file;
    const obstacle = obstacleAt(root, path);
    if (obstacle !== undefined) {
      conflicts.push(obstacle);
      continue;
    }
    const before = 'before' in file ? file.before : readIfThere(root, path);
    const isOfUser = mode === 'owned' && before !== undefined;
    const content = typeof text === 'string' && !isOfUser ? withHeader(path, text, header) : text;
    const step = { path, content, ...(executable === true && { executable }) };
    if (before === undefined) changes.push({ ...step, action: 'create' });
    else if (isSame(root, path, before, content) || mode === 'keep') continue;
    else if (mode === 'owned') changes.push({ ...step, action: 'update', before });
    else if (options.force === true) changes.push({ ...step, action: 'replace', before });
    else conflicts.push(conflictAt(path));
  }
  const found = [...conflicts, ...(options.problems ?? [])];
  if (hasErrors(found)) throw new UserError(found);
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
    message: `${path} already exists with different content`,
    hint: 'add --force to replace it; preview the replacement with --force --diff',
    place: wholeFile(path),
  });
}

/** Ignores line endings, so that a checkout on Windows does not count as a change. */
function isSame(root: string, path: string, before: string, content: string | Uint8Array): boolean {
  if (typeof content === 'string') return withLf(before) === withLf(content);
  return readFileSync(join(root, path)).equals(content);
}

function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The license header: from this plan if it writes one, or else from the project. */
function headerOf(root: string, wanted: readonly WantedFile[]): string {
  const planned = wanted.find(({ path }) => path === headerFile)?.content;
  return typeof planned === 'string' ? planned : (textIfThere(root, headerFile) ?? '');
}

/** Reports a folder at the path of the file, or something other than a folder on the way to it. */
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
    hint: 'move or delete it',
  });
}
