import { Command } from 'commander';
import { type Diagnostic, hasErrors, UserError } from '../../diagnostics.ts';
import type { ProjectFile } from '../../project/project-file.ts';
import type { FileChange } from '../../scaffold/files/file-plan.ts';
import { withWritingOptions, type WritingFlags } from '../common-options.ts';
import { needValues } from '../missing-values.ts';
import type { Deliver } from '../deliver.ts';
import type { Outcome } from '../outcome.ts';
import type { Progress } from '../progress.ts';
import { ownerNeeded, type ProjectFlags, withProjectOptions } from '../project-options.ts';
import type { Session } from '../session.ts';

interface EditFlags extends WritingFlags, ProjectFlags {}

export function editCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('edit')
    .description('Change what holds for the whole project')
    .addHelpText('after', '\nExample:\n  opgen edit --license mit --owner "Example Inc"');
  return withWritingOptions(withProjectOptions(command)).action((flags: EditFlags) =>
    deliver((progress) => edit(session, progress, flags)),
  );
}

async function edit(session: Session, progress: Progress, flags: EditFlags): Promise<Outcome> {
  const { findProjectRoot } = await import('../../project/find-project.ts');
  const { readProject } = await import('../../project/project-file.ts');
  const { checkOwner } = await import('../../scaffold/project/check-names.ts');
  const { readOptions } = await import('../../scaffold/project/read-options.ts');
  const { planEdit } = await import('../../scaffold/project/edit.ts');
  const { recover } = await import('../../scaffold/files/apply-plan.ts');
  const { carryOut } = await import('../carry-out.ts');
  const { readHeader } = await import('../read-header.ts');
  const { installPackages, removePackages } = await import('../after-init.ts');
  const { nextSteps } = await import('../next-steps.ts');
  const root = findProjectRoot(session.cwd);
  recover(root);
  const { license, licenseFile, namespaced, packageManager } = flags;
  refuseIfNothing(flags);
  const year = session.now().getFullYear();
  const isOwned = readOptions(root, readProject(root), year).owner !== '';
  const { owner } =
    license === 'copyright' && !isOwned
      ? await needValues(session, 'edit', ownerNeeded, flags, ['--license copyright'])
      : flags;
  const wrong = checkOwner(owner ?? '');
  if (wrong.length > 0) throw new UserError(wrong);
  const { after, before, project, ...plan } = planEdit(
    root,
    {
      ...(license !== undefined && { license }),
      ...(owner !== undefined && { owner }),
      ...(licenseFile !== undefined && { header: readHeader(session, licenseFile, year) }),
      ...(namespaced !== undefined && { namespaced }),
      ...(packageManager !== undefined && { packageManager }),
    },
    year,
  );
  const roles =
    before.namespaced === after.namespaced
      ? { changes: [], diagnostics: [] }
      : await planRoles(root, project, progress);
  const changes = [...plan.changes, ...roles.changes];
  const warnings = [...plan.warnings, ...roles.diagnostics];
  const data = { namespaced: after.namespaced, packageManager: after.packageManager, license: after.license };
  if (changes.length === 0) {
    return { data, diagnostics: warnings, text: 'the project is like that already: nothing to do' };
  }
  const { changed, text, written } = await carryOut(session, progress, root, changes, flags);
  const diagnostics = [...warnings];
  const isOutdated = written && before.packageManager !== after.packageManager;
  if (isOutdated && flags.install) {
    removePackages(root);
    diagnostics.push(...(await installPackages(session, progress, root, after.packageManager)));
  }
  const next = isOutdated && !flags.install ? nextSteps(root, ({ install }) => [install]) : '';
  return { data, changed, diagnostics, text: text + next };
}

function refuseIfNothing({ license, licenseFile, namespaced, owner, packageManager }: EditFlags): void {
  if ([license, licenseFile, namespaced, owner, packageManager].some((value) => value !== undefined)) return;
  throw new UserError({
    code: 'OPG4002',
    severity: 'error',
    message: 'opgen edit needs something to change',
    hint: 'one of --license, --license-file, --owner, --namespaced and --package-manager',
  });
}

/** The roles that fit where the operator will look. Sources that cannot be read are told, and do not hold up the rest. */
async function planRoles(
  root: string,
  project: ProjectFile,
  progress: Progress,
): Promise<{ changes: FileChange[]; diagnostics: readonly Diagnostic[] }> {
  const { generateManifests } = await import('../../manifests/generate.ts');
  const { partFolders } = await import('../../manifests/manifest-parts.ts');
  const { staleFiles } = await import('../../manifests/stale-files.ts');
  const { Disk } = await import('../../disk/disk.ts');
  const { planGenerated } = await import('../../scaffold/files/plan-generated.ts');
  const { diagnostics, files } = await progress.step('read src/', () =>
    generateManifests({ root, project, only: ['rbac'] }),
  );
  if (!hasErrors(diagnostics)) {
    const stale = staleFiles(root, [partFolders.rbac], files, new Disk());
    return { changes: planGenerated(root, files, stale, {}), diagnostics };
  }
  const hint = 'mend what follows, then run opgen manifests';
  const message = 'config/rbac/role.yaml could not be written again';
  return {
    changes: [],
    diagnostics: [{ code: 'OPG3108', severity: 'warning', message, hint }, ...diagnostics],
  };
}
