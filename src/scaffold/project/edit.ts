import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Diagnostic, wholeFile } from '../../diagnostics.ts';
import { type ProjectFile, readProject } from '../../project/project-file.ts';
import {
  type FileChange,
  planDeletions,
  planFiles,
  readIfThere,
  type WantedFile,
  wantedProject,
} from '../files/file-plan.ts';
import { hasOwnHeader, licenseHeader, underHeader } from '../files/license-header.ts';
import { merge, type Replacement } from '../files/merge.ts';
import { packageManagerWords } from './package-managers.ts';
import { readOptions } from './read-options.ts';
import { projectFiles } from './init.ts';
import type { ProjectChoices, ProjectOptions } from './options.ts';
import { needsManualChange } from '../diagnostics.ts';

export interface EditPlan {
  changes: FileChange[];
  /** Changes that the user has to make by hand, because they conflict with the user's own. */
  warnings: Diagnostic[];
  before: ProjectOptions;
  after: ProjectOptions;
  /** The updated PROJECT file. */
  project: ProjectFile;
}

/**
 * Renders the project with the old and the new options, and merges the difference into the existing files.
 *
 * An unchanged file is replaced. In a file that the user has changed, the user's lines stay.
 */
export function planEdit(root: string, asked: ProjectChoices, year: number): EditPlan {
  const known = readProject(root);
  const sources = new Sources(root);
  const before = readOptions(root, known, year);
  const after = editedOptions(before, asked);
  const project = known.withSettings(after);
  const warnings: Diagnostic[] = [];
  const texts = new Map<string, string>();
  const deleted: string[] = [];

  const [old, wanted] = [filesOf(before), filesOf(after)];
  for (const path of new Set([...old.keys(), ...wanted.keys()])) {
    const found = sources.text(path);
    const file = {
      path,
      before: old.get(path),
      after: wanted.get(path),
      found: found === undefined ? undefined : withoutHeader(path, found, headerOf(before)),
    };
    const result = editedFile(file, warnings);
    if (result === 'delete') deleted.push(path);
    else if (result !== undefined) texts.set(path, result.text);
  }
  changeHeaders(root, sources, headerOf(before), headerOf(after), texts);
  if (before.packageManager !== after.packageManager) {
    deleted.push(lockFileOf(before));
    const empty = projectFiles(after).find(({ path }) => path === lockFileOf(after));
    if (empty !== undefined && sources.text(empty.path) === undefined) texts.set(empty.path, empty.content);
  }
  const files = [...texts].map(([path, content]): WantedFile => ({
    path,
    content,
    mode: 'owned',
    before: sources.read(path),
  }));
  const changes = [...planFiles(root, [...files, wantedProject(project)]), ...planDeletions(root, deleted)];
  return { changes, warnings, before, after, project };
}

/** Reads each file once, because the plan must name the text that it was derived from. */
class Sources {
  readonly #root: string;
  readonly #read = new Map<string, string | undefined>();

  constructor(root: string) {
    this.#root = root;
  }

  read(path: string): string | undefined {
    if (!this.#read.has(path)) this.#read.set(path, readIfThere(this.#root, path));
    return this.#read.get(path);
  }

  /** With LF line endings. */
  text(path: string): string | undefined {
    return this.read(path)?.replaceAll('\r\n', '\n');
  }
}

function editedOptions(before: ProjectOptions, asked: ProjectChoices): ProjectOptions {
  const { header, ...rest } = before;
  const after = {
    ...rest,
    license: asked.license ?? rest.license,
    owner: asked.owner ?? rest.owner,
    header: asked.header,
    namespaced: asked.namespaced ?? rest.namespaced,
    packageManager: asked.packageManager ?? rest.packageManager,
  };
  // A custom header stays until the user chooses another license or header.
  return asked.license === undefined && asked.header === undefined && header !== undefined
    ? { ...after, header }
    : after;
}

function headerOf({ header, license, owner, year }: ProjectOptions): string {
  return header ?? licenseHeader(license, owner, year);
}

/** All files except the lock file, which nobody edits. */
function filesOf(options: ProjectOptions): Map<string, string> {
  const lockFile = lockFileOf(options);
  return new Map(
    projectFiles(options)
      .filter(({ path }) => path !== lockFile)
      .map(({ content, path }) => [path, content]),
  );
}

function lockFileOf({ packageManager }: ProjectOptions): string {
  return packageManagerWords(packageManager).lockFile;
}

interface EditedFile {
  path: string;
  /** Rendered with the old options, rendered with the new ones, and on the disk; undefined if there is no such file. */
  before: string | undefined;
  after: string | undefined;
  found: string | undefined;
}

/** Returns the new text, `'delete'`, or undefined if there is nothing to do. */
function editedFile(
  { path, before, after, found }: EditedFile,
  warnings: Diagnostic[],
): { text: string } | 'delete' | undefined {
  if (before === after) return undefined;
  if (before === undefined) {
    if (found === undefined && after !== undefined) return { text: after };
    if (found !== after) warnings.push(keptFile(path, 'existed before'));
    return undefined;
  }
  // The user deleted the file, so it stays deleted.
  if (found === undefined || found === after) return undefined;
  if (after === undefined) {
    if (found === before) return 'delete';
    warnings.push(keptFile(path, 'has your changes; delete it if you no longer need it'));
    return undefined;
  }
  if (found === before) return { text: after };
  if (path === 'LICENSE') {
    warnings.push(keptFile(path, 'has your changes'));
    return undefined;
  }
  const { refused, text } = merge(before, after, found);
  warnings.push(...refused.map((replacement) => changeByHand(path, replacement)));
  return { text };
}

/** Replaces the old header of all source files with the new one. Keeps headers that differ from the old one. */
function changeHeaders(
  root: string,
  sources: Sources,
  before: string,
  after: string,
  texts: Map<string, string>,
): void {
  for (const path of sourceFiles(root)) {
    const found = sources.text(path) ?? '';
    const body = texts.get(path) ?? withoutHeader(path, found, before);
    const hasOwn = before === '' ? hasOwnHeader(found) : !found.startsWith(before);
    const text = hasOwn ? body : underHeader(path, body, after);
    if (text !== found) texts.set(path, text);
  }
}

function withoutHeader(path: string, text: string, header: string): string {
  if (header === '' || !path.endsWith('.ts') || !text.startsWith(header)) return text;
  return text.slice(header.length).replace(/^\n/, '');
}

function sourceFiles(root: string): string[] {
  const below = ['src', 'test'].flatMap((folder) =>
    filesIn(join(root, folder), true).map((path) => `${folder}/${path}`),
  );
  return [...filesIn(root, false), ...below].filter((path) => path.endsWith('.ts'));
}

function filesIn(folder: string, recursive: boolean): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' }).map((path) => path.split(sep).join('/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function keptFile(path: string, reason: string): Diagnostic {
  return needsManualChange({
    message: `${path} was kept: it ${reason}`,
    place: wholeFile(path),
  });
}

function changeByHand(path: string, { start, removed, added }: Replacement): Diagnostic {
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  return needsManualChange({
    message: `your changes in ${path} conflict with the changes of this command`,
    hint: `make this change by hand:\n${lines.join('\n')}`,
    place: { file: path, line: start + 1, column: 1 },
  });
}
