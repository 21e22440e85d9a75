import { findProjectRoot } from '../project/find-project.ts';
import type { ManifestsRun } from './manifests-run.ts';
import type { Outcome } from './outcome.ts';
import { lastRunWith, upToDate } from './up-to-date.ts';

/** What does the work is loaded only if something may have changed since the last run. */
export async function manifests(run: ManifestsRun): Promise<Outcome> {
  const { flags, session } = run;
  const root = findProjectRoot(session.cwd);
  if (flags.watch === true) {
    const { watchManifests } = await import('./watch-manifests.ts');
    return watchManifests(run, root);
  }
  if (flags.stdout === true) {
    const { printManifests } = await import('./write-manifests.ts');
    return printManifests(run, root);
  }
  const lastRun = flags.cache ? lastRunWith(flags, session.cwd, root) : undefined;
  // Whoever wants to be told each step wants the steps to be taken.
  const known = flags.verbose === true ? undefined : lastRun?.recall();
  if (known !== undefined) return upToDate(known);
  const { writeManifests } = await import('./write-manifests.ts');
  return writeManifests(run, root, { lastRun });
}
