import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { parse } from 'yaml';
import type { PackageManager } from '../../project/project-file.ts';

/** A workspace of a package manager, and the path of a project that is one of its members. */
export interface Workspace {
  /** Absolute. */
  root: string;
  /** The file in `root` that lists the members, and its key. */
  file: string;
  key: string;
  manager: PackageManager;
  /** Relative to `root`, with forward slashes. */
  member: string;
}

/** The nearest workspace above the project that has it as a member. */
export function findWorkspace(project: string): Workspace | undefined {
  for (let root = dirname(project); ; root = dirname(root)) {
    const member = relative(root, project).split(sep).join('/');
    const found = workspacesIn(root).find(({ patterns }) => isMember(member, patterns));
    if (found !== undefined) return { root, member, ...found.workspace };
    if (dirname(root) === root) return undefined;
  }
}

function workspacesIn(
  root: string,
): { workspace: Pick<Workspace, 'file' | 'key' | 'manager'>; patterns: readonly string[] }[] {
  const pnpm = read(join(root, 'pnpm-workspace.yaml')) as { packages?: unknown } | undefined;
  const { packageManager, workspaces } = (read(join(root, 'package.json')) ?? {}) as {
    packageManager?: unknown;
    workspaces?: unknown;
  };
  const isYarn = String(packageManager).startsWith('yarn@') || existsSync(join(root, 'yarn.lock'));
  // Yarn 1 also accepts an object.
  const listed = Array.isArray(workspaces)
    ? workspaces
    : (workspaces as { packages?: unknown } | null | undefined)?.packages;
  return [
    {
      workspace: { file: 'pnpm-workspace.yaml', key: 'packages', manager: 'pnpm' },
      patterns: textsIn(pnpm?.packages),
    },
    {
      workspace: { file: 'package.json', key: 'workspaces', manager: isYarn ? 'yarn' : 'npm' },
      patterns: textsIn(listed),
    },
  ];
}

/** The last pattern that matches decides. */
function isMember(path: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => expressionOf(pattern.replace(/^!/, '')).test(path));
  return last !== undefined && !last.startsWith('!');
}

/** The regular expression of a glob: `*`, `**` and `{a,b}`. */
function expressionOf(glob: string): RegExp {
  const source = glob
    .replace(/^\.?\/|\/+$/g, '')
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{([^{}]*)\}/g, (_, choices: string) => `(?:${choices.replaceAll(',', '|')})`)
    .replaceAll(/\*\*\/|\*\*|\*|\?/g, (part) => wildcards[part] ?? part);
  return new RegExp(`^${source}$`);
}

const wildcards: Readonly<Record<string, string>> = {
  '**/': '(?:[^/]+/)*',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

/** The content of a JSON or YAML file; undefined if it cannot be read, which its package manager reports. */
function read(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8')) ?? undefined;
  } catch {
    return undefined;
  }
}
