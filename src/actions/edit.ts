import { Disk } from '../disk/disk.ts';
import { type Diagnostic, hasErrors, UserError } from '../diagnostics.ts';
import { type ProjectFile, readProject } from '../project/project-file.ts';
import { needsManualChange } from '../scaffold/diagnostics.ts';
import type { FileChange } from '../scaffold/files/file-plan.ts';
import { planGenerated } from '../scaffold/files/plan-generated.ts';
import { checkOwner } from '../scaffold/project/check-names.ts';
import { planEdit } from '../scaffold/project/edit.ts';
import { readOptions } from '../scaffold/project/read-options.ts';
import type { ActionContext, Progress } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { missingValue } from './diagnostics.ts';
import { askForValues } from './steps/ask-for-values.ts';
import { installPackages, removePackages } from './steps/install-packages.ts';
import { nextSteps } from './steps/next-steps.ts';
import { projectRoot } from './steps/project-root.ts';
import { ownerValue, type ProjectSettingOptions } from './steps/project-settings.ts';
import { readLicenseHeader } from './steps/read-license-header.ts';
import { recoverOrRefuse, writePlan, type WritingOptions } from './steps/write-plan.ts';

export interface EditOptions extends WritingOptions, ProjectSettingOptions {}

export async function edit(context: ActionContext, options: EditOptions): Promise<ActionResult> {
  const root = projectRoot(context);
  recoverOrRefuse(root, options);
  const { license, licenseFile, namespaced, packageManager } = options;
  refuseIfNothing(options);
  const year = context.now().getFullYear();
  const hasOwner = readOptions(root, readProject(root), year).owner !== '';
  const { owner } =
    license === 'copyright' && !hasOwner
      ? await askForValues(context, 'edit', ownerValue, options, ['--license copyright'])
      : options;
  const wrong = checkOwner(owner ?? '');
  if (wrong.length > 0) throw new UserError(wrong);
  const header = licenseFile === undefined ? undefined : readLicenseHeader(context.cwd, licenseFile, year);
  const { after, before, project, ...plan } = planEdit(
    root,
    { license, owner, header, namespaced, packageManager },
    year,
  );
  const roles =
    before.namespaced === after.namespaced
      ? { changes: [], diagnostics: [] }
      : await planRoles(root, project, context.progress);
  const changes = [...plan.changes, ...roles.changes];
  const warnings = [...plan.warnings, ...roles.diagnostics];
  const data = { namespaced: after.namespaced, packageManager: after.packageManager, license: after.license };
  if (changes.length === 0)
    return { data, diagnostics: warnings, text: 'the project already has these settings: nothing to do' };
  const { changed, text, written } = await writePlan(context, root, changes, options);
  const diagnostics = [...warnings];
  const isOutdated = written && before.packageManager !== after.packageManager;
  const isInstalling = isOutdated && options.install;
  if (isInstalling) {
    context.print(text);
    removePackages(root);
    diagnostics.push(...(await installPackages(context, root, after.packageManager)));
  }
  const next = isOutdated && !options.install ? nextSteps(root, ({ install }) => [install]) : '';
  return { data, changed, diagnostics, text: isInstalling ? '' : text + next };
}

function refuseIfNothing({ license, licenseFile, namespaced, owner, packageManager }: EditOptions): void {
  if ([license, licenseFile, namespaced, owner, packageManager].some((value) => value !== undefined)) return;
  throw new UserError(
    missingValue({
      message: 'no setting given',
      hint: 'pass --license, --license-file, --owner, --namespaced or --package-manager',
    }),
  );
}

/** The roles for the new scope of the operator. Sources with errors leave the roles as they are, with a warning. */
async function planRoles(
  root: string,
  project: ProjectFile,
  progress: Progress,
): Promise<{ changes: FileChange[]; diagnostics: readonly Diagnostic[] }> {
  const { generateManifests } = await import('../manifests/generate.ts');
  const { partFolders } = await import('../manifests/manifest-parts.ts');
  const { staleFiles } = await import('../manifests/stale-files.ts');
  const { diagnostics, files } = await progress.step('read src/', () =>
    generateManifests({ root, project, only: ['rbac'] }),
  );
  if (!hasErrors(diagnostics)) {
    const stale = staleFiles(root, [partFolders.rbac], files, new Disk());
    return { changes: planGenerated(root, files, stale, {}), diagnostics };
  }
  const unchanged = needsManualChange({
    severity: 'warning',
    message: 'config/rbac/role.yaml was not regenerated',
    hint: 'fix the errors below, then run opgen manifests',
  });
  return { changes: [], diagnostics: [unchanged, ...diagnostics] };
}
