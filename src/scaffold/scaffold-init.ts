import { join } from 'node:path';
import { UserError } from '../diagnostics.ts';
import { type PackageManager, ProjectFile, projectFileName } from '../project/project-file.ts';
import type { ProjectContext } from './context.ts';
import { dependencyVersions, type PackageSource, vendoredPackages } from './dependencies.ts';
import { type FileChange, planFiles, readIfThere, type WantedFile } from './file-plan.ts';
import { headerFile, licenseHeader, type LicenseName, licenses } from './license-header.ts';
import { packageManagerWords } from './package-managers.ts';
import { packageRoot } from './package-root.ts';
import { type RenderedTree, renderTree } from './template-tree.ts';

/** What the files of a project as a whole depend on. */
export interface ProjectOptions {
  domain: string;
  projectName: string;
  packageName: string;
  license: LicenseName;
  owner: string;
  year: number;
  /** How every source file begins, when it is not as the licence has it. */
  header?: string;
  /** The manager watches its own namespace only. */
  namespaced: boolean;
  packageManager: PackageManager;
  packageSource: PackageSource;
}

export interface InitOptions extends ProjectOptions {
  cliVersion: string;
  force: boolean;
}

/** What a repository often has before it is a project, and what therefore stays as it is. */
const keptIfThere = new Set(['README.md', 'LICENSE', '.gitignore', 'yarn.lock']);

/**
 * The files of a new project. Files that are there already are left alone, or are conflicts.
 *
 * In a project of the same names only the files that are gone are written again: whatever differs is the user's work.
 */
export function planInit(root: string, options: InitOptions): FileChange[] {
  const isThere = !options.force && isSameProject(root, options);
  const wanted: WantedFile[] = [
    { path: projectFileName, content: ProjectFile.create(options).toString(), mode: 'once' },
    ...projectFiles(options).map((file): WantedFile => ({
      ...file,
      mode: keptIfThere.has(file.path) ? 'keep' : 'once',
    })),
    ...(options.packageSource === 'vendor' ? vendoredPackages() : []),
  ];
  return planFiles(root, isThere ? wanted.map((file) => ({ ...file, mode: 'keep' })) : wanted, options);
}

/** Every file that `opgen init` renders, and that `opgen edit` renders again. */
export function projectFiles(options: ProjectOptions): RenderedTree['files'] {
  const {
    header = licenseHeader(options.license, options.owner, options.year),
    license,
    packageManager,
  } = options;
  const layers = [
    'init',
    ...(license === 'apache2' || license === 'mit' ? [`license-${license}`] : []),
    ...(packageManager === 'npm' ? [] : [`package-manager-${packageManager}`]),
  ];
  const context = initContext(options);
  const rendered = layers.flatMap(
    (layer) => renderTree(join(packageRoot(), 'templates', layer), context, {}).files,
  );
  return header === '' ? rendered : [...rendered, { path: headerFile, content: header }];
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

export function initContext(options: ProjectOptions): ProjectContext {
  const {
    domain,
    license,
    namespaced,
    owner,
    packageManager,
    packageName,
    packageSource,
    projectName,
    year,
  } = options;
  return {
    project: {
      name: projectName,
      domain,
      packageName,
      license: licenses[license],
      owner,
      year,
      namespaced,
      vendored: packageSource === 'vendor',
      dependencies: dependencyVersions(packageSource),
    },
    packageManager: packageManagerWords(packageManager),
  };
}
