import { join } from 'node:path';
import type { Diagnostic } from '../../diagnostics.ts';
import { Disk } from '../../disk/disk.ts';
import { findProjectRoot, projectFileName } from '../../project/find-project.ts';
import { ownManifest } from '../../scaffold/package-root.ts';
import type { ActionContext } from '../action-context.ts';
import { olderThanProject } from '../diagnostics.ts';

/** The root of the project that the command runs in. Warns about a project of a newer opgen. */
export function projectRoot({ cwd, warn }: ActionContext): string {
  const root = findProjectRoot(cwd);
  newerProject(root).forEach(warn);
  return root;
}

/** A project of a newer opgen may need files and rules that this one does not have. */
export function newerProject(root: string, disk = new Disk()): Diagnostic[] {
  const path = join(root, projectFileName);
  const text = disk.isThere(path) ? disk.text(path) : '';
  const [, created] = /^cliVersion: *["']?([\w.+-]+)/m.exec(text) ?? [];
  const { version } = ownManifest();
  if (created === undefined || !isNewer(created, version)) return [];
  const message = `opgen ${created} created this project, which is newer than this opgen ${version}`;
  return [olderThanProject({ message, hint: `run the opgen of the project, or install opgen@${created}` })];
}

function isNewer(one: string, other: string): boolean {
  const [left, right] = [one, other].map((version) => version.split(/[.+-]/).slice(0, 3).map(Number));
  const index = [0, 1, 2].find((part) => left?.[part] !== right?.[part]);
  return index !== undefined && (left?.[index] ?? 0) > (right?.[index] ?? 0);
}
