import { printWidth } from '../../layout/print-width.ts';
import { join } from 'node:path';
import { type Diagnostic, UserError } from '../../diagnostics.ts';
import { projectFileName } from '../../project/find-project.ts';
import { ProjectFile } from '../../project/project-file.ts';
import { kebabCase } from '../../project/names.ts';
import type { ProjectContext } from './context.ts';
import { dependencyVersions, vendoredPackages } from './dependencies.ts';
import { type FileChange, planFiles, readIfThere, type WantedFile } from '../files/file-plan.ts';
import { headerFile, licenseHeader, licenses } from '../files/license-header.ts';
import type { ProjectChoices, ProjectOptions } from './options.ts';
import { packageManagerWords } from './package-managers.ts';
import { manifestFile, mergeManifest, readManifestText } from './package-manifest.ts';
import { packageRoot } from '../package-root.ts';
import { readOptions } from './read-options.ts';
import { type RenderedTree, renderTree } from '../templates/tree.ts';
import { differentProject } from '../diagnostics.ts';

export interface InitOptions extends ProjectOptions {
  cliVersion: string;
  force: boolean;
  /** The options that the user set explicitly. An existing project must match them. */
  asked?: ProjectChoices | undefined;
}

/** Files that a repository often has before `opgen init`. An existing one stays unchanged. */
const keptIfThere = new Set(['README.md', 'LICENSE', '.gitignore', 'yarn.lock']);

/**
 * Plans the files of a new project. Existing files are kept or reported as conflicts; package.json is merged.
 *
 * In an existing project with the same name and domain, only missing files are written: all differences are the
 * user's changes.
 */
export function planInit(root: string, options: InitOptions): FileChange[] {
  const known = options.force ? undefined : knownOptions(root, options);
  const manifest = known === undefined ? readManifestText(readIfThere(root, manifestFile) ?? '') : undefined;
  const problems: Diagnostic[] = [];
  const wanted: WantedFile[] = [
    { path: projectFileName, content: ProjectFile.create(options).toString(), mode: 'once' },
    ...projectFiles(known ?? options).map((file): WantedFile => {
      if (manifest === undefined || file.path !== manifestFile)
        return { ...file, mode: keptIfThere.has(file.path) ? 'keep' : 'once' };
      const merged = mergeManifest(manifest, JSON.parse(file.content) as typeof manifest, options);
      problems.push(...merged.problems);
      return { path: manifestFile, content: merged.text, mode: 'owned' };
    }),
    ...firstRole(known ?? options),
    ...(options.packageSource === 'vendor' ? vendoredPackages() : []),
  ];
  const files = known === undefined ? wanted : wanted.map((file) => ({ ...file, mode: 'keep' as const }));
  return planFiles(root, files, { force: options.force, problems });
}

/** The role that `opgen manifests` writes without any marker, so that kustomize can build the new project. */
function firstRole(options: ProjectOptions): WantedFile[] {
  const { files } = renderTree(join(packageRoot(), 'templates/role'), initContext(options), {});
  return files.map((file) => ({ ...file, mode: 'keep' }));
}

/** All files that `opgen init` renders. `opgen edit` renders them too, to compute the difference. */
export function projectFiles(options: ProjectOptions): RenderedTree['files'] {
  const {
    header = licenseHeader(options.license, options.owner, options.year),
    license,
    packageManager,
  } = options;
  const layers = [
    'init',
    ...(license === 'apache2' || license === 'mit' ? [`license/${license}`] : []),
    ...(packageManager === 'npm' ? [] : [`package-manager/${packageManager}`]),
  ];
  const context = initContext(options);
  const rendered = layers.flatMap(
    (layer) => renderTree(join(packageRoot(), 'templates', layer), context, {}).files,
  );
  return header === '' ? rendered : [...rendered, { path: headerFile, content: header }];
}

/** The options of the project that the folder already has. Throws if the project or an explicit option differs. */
function knownOptions(root: string, options: InitOptions): ProjectOptions | undefined {
  const text = readIfThere(root, projectFileName);
  if (text === undefined) return undefined;
  const { asked = {}, domain, projectName, year } = options;
  const project = ProjectFile.parse(text);
  if (project.domain !== domain || project.projectName !== projectName) {
    const message = `this folder already contains the project ${project.projectName} of ${project.domain}`;
    const hint =
      'add a kind to it with opgen create api, or create a project in another folder with opgen init <dir>';
    throw new UserError(differentProject({ message, hint }));
  }
  const known = readOptions(root, project, year);
  const different = Object.entries(asked).filter(
    ([key, value]) => value !== undefined && known[key as keyof ProjectChoices] !== value,
  );
  if (different.length === 0) return known;
  const names = different.map(([key]) => (key === 'header' ? 'licenseFile' : key)).map(kebabCase);
  throw new UserError(
    differentProject({
      message: `this folder already contains the project ${projectName} with a different ${names.join(' and ')}`,
      hint: `change the project with opgen edit ${names.map((name) => `--${name} …`).join(' ')}`,
    }),
  );
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
      printWidth,
      dependencies: dependencyVersions(packageSource),
    },
    packageManager: packageManagerWords(packageManager),
  };
}
