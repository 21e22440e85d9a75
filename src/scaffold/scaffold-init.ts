import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../diagnostics.ts';
import { ProjectFile, projectFileName } from '../project/project-file.ts';
import type { ProjectContext } from './context.ts';
import { dependencyVersions, type PackageSource, vendoredPackages } from './dependencies.ts';
import { type FileChange, planFiles, readIfThere, type WantedFile } from './file-plan.ts';
import { packageRoot } from './package-root.ts';
import { renderTree } from './template-tree.ts';

export const licenses = { apache2: 'Apache-2.0', mit: 'MIT', none: 'UNLICENSED' } as const;
export type LicenseName = keyof typeof licenses;

export interface InitOptions {
  domain: string;
  projectName: string;
  packageName: string;
  license: LicenseName;
  owner: string;
  year: number;
  cliVersion: string;
  force: boolean;
  packageSource: PackageSource;
}

/** What a repository often has before it is a project, and what therefore stays as it is. */
const keptIfThere = new Set(['README.md', 'LICENSE', '.gitignore']);

/**
 * The files of a new project. Files that are there already are left alone, or are conflicts.
 *
 * In a project of the same names only the files that are gone are written again: whatever differs is the user's work.
 */
export function planInit(root: string, options: InitOptions): FileChange[] {
  const isThere = !options.force && isSameProject(root, options);
  const context = initContext(options);
  const layers = ['init', ...(options.license === 'none' ? [] : [`license-${options.license}`])];
  const rendered = layers.flatMap(
    (layer) => renderTree(join(packageRoot(), 'templates', layer), context, {}).files,
  );
  const wanted: WantedFile[] = [
    { path: projectFileName, content: ProjectFile.create(options).toString(), mode: 'once' },
    ...rendered.map((file): WantedFile => ({ ...file, mode: keptIfThere.has(file.path) ? 'keep' : 'once' })),
    ...(options.packageSource === 'vendor' ? vendoredPackages() : []),
  ];
  return existsSync(root)
    ? planFiles(root, isThere ? wanted.map((file) => ({ ...file, mode: 'keep' })) : wanted, options)
    : wanted.map(({ path, content }) => ({ path, content, action: 'create' }));
}

/** Whether the folder has this project already. Another project is an error. */
function isSameProject(root: string, { domain, projectName }: InitOptions): boolean {
  const text = readIfThere(root, projectFileName);
  if (text === undefined) return false;
  const project = ProjectFile.parse(text);
  if (project.domain === domain && project.projectName === projectName) return true;
  throw new UserError({
    code: 'OPG3012',
    severity: 'error',
    message: `this folder has the project ${project.projectName} of ${project.domain} already`,
    hint: 'opgen create api adds a kind to it; opgen init <dir> starts a project in another folder',
  });
}

export function initContext(options: InitOptions): ProjectContext {
  const { domain, license, owner, packageName, projectName, year } = options;
  return {
    project: {
      name: projectName,
      domain,
      packageName,
      license: licenses[license],
      owner,
      year,
      dependencies: dependencyVersions(options.packageSource),
    },
  };
}
