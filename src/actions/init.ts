import { existsSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { UserError } from '../diagnostics.ts';
import { asDnsName } from '../project/dns.ts';
import { checkDomain, checkProjectName } from '../project/group-version-kind.ts';
import { nearestExisting } from '../scaffold/files/apply-plan.ts';
import { ownManifest } from '../scaffold/package-root.ts';
import { projectFileName } from '../project/find-project.ts';
import { type PackageManager, readProject } from '../project/project-file.ts';
import { checkOwner, checkPackageName } from '../scaffold/project/check-names.ts';
import { checkPlace } from '../scaffold/project/check-place.ts';
import { packageSource } from '../scaffold/project/dependencies.ts';
import { planInit } from '../scaffold/project/init.ts';
import { packageManagerWords } from '../scaffold/project/package-managers.ts';
import { findWorkspace } from '../scaffold/project/workspace.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { usageError } from './diagnostics.ts';
import { askForValues } from './steps/ask-for-values.ts';
import { ownerValue, type ProjectSettingOptions } from './steps/project-settings.ts';
import { readLicenseHeader } from './steps/read-license-header.ts';
import { newerProject } from './steps/project-root.ts';
import { shellWord } from './steps/shell-word.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface InitOptions extends WritingOptions, ProjectSettingOptions {
  domain?: string | undefined;
  projectName?: string | undefined;
  packageName?: string | undefined;
  git: boolean;
  force?: boolean | undefined;
}

const domainValue = {
  domain: { flag: '--domain', question: 'Domain of your API groups', example: 'example.com' },
};

export async function init(
  context: ActionContext,
  directory: string,
  options: InitOptions,
): Promise<ActionResult> {
  const root = resolve(context.cwd, directory);
  refuseFile(context.cwd, root);
  const { license, words } = licenseOf(options);
  const folder = directory === '.' ? [] : [shellWord(directory)];
  const { domain } = await askForValues(context, 'init', domainValue, options, [...folder, ...words]);
  const { owner = '' } =
    license === 'copyright'
      ? await askForValues(context, 'init', ownerValue, options, [...folder, `--domain ${domain}`, ...words])
      : options;
  const { namespaced } = options;
  const packageManager = options.packageManager ?? usualPackageManager(root, options);
  const projectName = options.projectName ?? asDnsName(basename(root), /[^a-z0-9-]+/g);
  const packageName = options.packageName ?? projectName;
  const wrong = [
    ...checkDomain(domain),
    ...checkProjectName(projectName),
    ...(options.packageName === undefined ? [] : checkPackageName(packageName)),
    ...checkOwner(owner),
  ];
  if (wrong.length > 0) throw new UserError(wrong);

  recoverOrRefuse(root, options);
  newerProject(root).forEach(context.warn);
  const year = context.now().getFullYear();
  const header =
    options.licenseFile === undefined ? undefined : readLicenseHeader(context.cwd, options.licenseFile, year);
  const changes = planInit(root, {
    license,
    owner,
    header,
    force: options.force === true,
    namespaced: namespaced === true,
    packageManager,
    domain,
    projectName,
    packageName,
    cliVersion: ownManifest().version,
    year,
    asked: {
      license: options.license === undefined ? undefined : license,
      owner: options.owner === undefined ? undefined : owner,
      header,
      namespaced,
      packageManager: options.packageManager,
    },
    packageSource: context.packages ?? packageSource,
  });
  const data = { root, domain, projectName };
  // After Ctrl-C during npm install, the same command installs again.
  const isInstalled = !options.install || hasPackages(root, packageManager);
  const isPreview = options.dryRun === true || options.diff === true;
  if (changes.length === 0 && (isInstalled || isPreview))
    return { data, text: `the project ${projectName} already exists: nothing to do` };
  const warnings = checkPlace(root);
  const { changed, text, written } = await writePlan(context, root, changes, options);
  if (!written) return { data, changed, diagnostics: warnings, text };

  const { initRepository, installPackages } = await import('./steps/install-packages.ts');
  if (options.git) await initRepository(context, root);
  if (options.install) context.print(text);
  const failures = options.install ? await installPackages(context, root, packageManager) : [];
  const place = relative(context.cwd, root);
  const manager = packageManagerWords(packageManager);
  const next = [
    ...(place === '' ? [] : [`cd ${shellWord(place)}`]),
    ...(options.install && failures.length === 0 ? [] : [manager.install]),
    `${manager.exec} opgen create api --group <group> --version v1alpha1 --kind <Kind>`,
  ];
  return {
    data,
    changed,
    diagnostics: [...warnings, ...failures],
    text: `${options.install ? '' : text}\nNext:\n${next.map((line) => `  ${line}\n`).join('')}`,
  };
}

/** The package manager of the project if it exists already, else of the workspace that the project is a member of. */
function usualPackageManager(root: string, { force = false }: InitOptions): PackageManager {
  const isProject = !force && existsSync(join(root, projectFileName));
  const recorded = isProject ? readProject(root).packageManager : undefined;
  return recorded ?? findWorkspace(root)?.manager ?? 'npm';
}

/** Whether an installation was completed. In a workspace, the packages are in its root. */
function hasPackages(root: string, packageManager: PackageManager): boolean {
  if (existsSync(join(root, packageManagerWords(packageManager).stamp))) return true;
  const workspace = findWorkspace(root);
  return workspace !== undefined && existsSync(join(workspace.root, 'node_modules/@opgen/runtime'));
}

/** Rejects a path at or below a file, where no folder can be. */
function refuseFile(cwd: string, root: string): void {
  const existing = nearestExisting(root);
  if (statSync(existing).isDirectory()) return;
  const hint = 'pass the path of a folder; opgen creates it if it does not exist';
  throw new UserError(usageError({ message: `${relative(cwd, existing)} is a file`, hint }));
}

/** The license, and the flags that chose it. A header of the user's own is no license. */
function licenseOf({ license, licenseFile }: InitOptions): {
  license: NonNullable<InitOptions['license']>;
  words: string[];
} {
  if (license !== undefined) return { license, words: [`--license ${license}`] };
  return licenseFile === undefined
    ? { license: 'apache2', words: [] }
    : { license: 'none', words: [`--license-file ${licenseFile}`] };
}
