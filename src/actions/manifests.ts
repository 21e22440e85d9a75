import { findProjectRoot } from '../project/find-project.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionResult } from './action-result.ts';
import { lastManifestsRun, upToDate } from './last-run/manifests-last-run.ts';
import type { ManifestsOptions } from './manifests/options.ts';

/** Generates the manifests. The compiler is loaded only if a file may have changed since the last run. */
export async function manifests(context: ActionContext, options: ManifestsOptions): Promise<ActionResult> {
  const root = findProjectRoot(context.cwd);
  if (options.watch === true) {
    const { watchManifests } = await import('./manifests/watch-manifests.ts');
    return watchManifests(context, root, options);
  }
  if (options.stdout === true) {
    const { printManifests } = await import('./manifests/write-manifests.ts');
    return printManifests(context, root, options);
  }
  const lastRun = options.cache ? lastManifestsRun(options, context.cwd, root) : undefined;
  // --verbose reports the steps, so it takes them.
  const unchanged = options.verbose === true ? undefined : lastRun?.recall();
  if (unchanged !== undefined) return upToDate(unchanged, options);
  const { writeManifests } = await import('./manifests/write-manifests.ts');
  return writeManifests(context, root, options, { lastRun });
}
