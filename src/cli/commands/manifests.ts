import { Command } from 'commander';
import { hasErrors, UserError } from '../../diagnostics.ts';
import { withWritingOptions, type WritingFlags } from '../common-options.ts';
import type { Deliver, Outcome } from '../outcome.ts';
import type { Progress } from '../progress.ts';
import type { Session } from '../session.ts';

interface ManifestsFlags extends WritingFlags {
  check?: boolean;
  force?: boolean;
}

export function manifestsCommand(session: Session, deliver: Deliver): Command {
  const command = new Command('manifests')
    .description('Write CRDs and roles from the types and markers in src/')
    .option('--check', 'write nothing; exit with 3 and show a diff when something is out of date')
    .option('--force', 'replace files that are in the way');
  return withWritingOptions(command).action((flags: ManifestsFlags) =>
    deliver((progress) => manifests(session, progress, flags)),
  );
}

async function manifests(session: Session, progress: Progress, flags: ManifestsFlags): Promise<Outcome> {
  const { findProjectRoot } = await import('../../project/project-file.ts');
  const { recover } = await import('../../scaffold/apply-plan.ts');
  const root = findProjectRoot(session.cwd);
  recover(root);
  const { generateManifests } = await progress.step(
    'load the compiler',
    () => import('../../manifests/generate.ts'),
  );
  const { diagnostics, files, kinds, stale } = await progress.step('read src/', () =>
    generateManifests({ root }),
  );
  for (const { file, group, kind, version } of kinds)
    progress.detail(`${file} declares ${kind} of ${group}/${version}`);
  if (hasErrors(diagnostics)) throw new UserError(diagnostics);

  const { planGenerated } = await import('../../scaffold/plan-generated.ts');
  const { carryOut } = await import('../carry-out.ts');
  const changes = planGenerated(root, files, stale, flags);
  const check = flags.check === true;
  const { changed, text } = await carryOut(
    session,
    progress,
    root,
    changes,
    check ? { ...flags, diff: true } : flags,
  );
  const found = check && changed.length > 0;
  return {
    data: { kinds },
    changed,
    diagnostics,
    found,
    text: changed.length === 0 ? 'everything is up to date' : text,
  };
}
