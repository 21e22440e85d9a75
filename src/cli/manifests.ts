import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.ts';
import type { KindSummary } from '../manifests/generate.ts';
import { findProjectRoot } from '../project/find-project.ts';
import type { ManifestsFlags } from './commands/manifests.ts';
import { LastRun } from './last-run.ts';
import type { Outcome } from './outcome.ts';
import type { Progress } from './progress.ts';
import type { Rounds } from './rounds.ts';
import type { Session } from './session.ts';

export interface ManifestsRun {
  session: Session;
  progress: Progress;
  rounds: Rounds;
  flags: ManifestsFlags;
}

/** What a run has to say that finds everything as it should be. */
export interface UpToDate {
  kinds: readonly KindSummary[];
  diagnostics: readonly Diagnostic[];
}

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
  const lastRun = flags.cache ? lastRunOf(run, root) : undefined;
  // Whoever wants to be told each step wants the steps to be taken.
  const known = flags.verbose === true ? undefined : lastRun?.recall();
  if (known !== undefined) return upToDate(known);
  const { writeManifests } = await import('./write-manifests.ts');
  return writeManifests(run, root, { lastRun });
}

export function upToDate({ diagnostics, kinds }: UpToDate): Outcome {
  return { data: { kinds }, changed: [], diagnostics, text: 'everything is up to date' };
}

/** The last run with flags that ask for the same files, from wherever it was started. */
export function lastRunOf({ flags, session }: ManifestsRun, root: string): LastRun<UpToDate> {
  const { headerFile, kubernetesDocs, kubernetesVersion, maxDescriptionLength, only, out } = flags;
  const fromRoot = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : relative(root, resolve(session.cwd, path));
  return new LastRun(root, 'manifests', {
    headerFile: fromRoot(headerFile),
    kubernetesDocs,
    kubernetesVersion,
    maxDescriptionLength,
    only,
    out: fromRoot(out),
  });
}
