import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../../diagnostics.ts';
import type { KindSummary } from '../../manifests/generate.ts';
import type { ActionResult } from '../action-result.ts';
import { withSampleSeverity } from '../manifests/sample-severity.ts';
import type { OutputOptions } from '../manifests/options.ts';
import { LastRun } from './last-run.ts';

/** What `opgen manifests` reports when all files are up to date. */
export interface UpToDate {
  kinds: readonly KindSummary[];
  diagnostics: readonly Diagnostic[];
}

export function upToDate(
  { diagnostics, kinds }: UpToDate,
  options: { check?: boolean | undefined },
): ActionResult {
  const { found, reported } = withSampleSeverity(diagnostics, options);
  return { data: { kinds }, changed: [], diagnostics: reported, found, text: 'everything is up to date' };
}

/** The last run with these options, from whatever folder it was started. */
export function lastManifestsRun(options: OutputOptions, cwd: string, root: string): LastRun<UpToDate> {
  const { headerFile, kubernetesDocs, kubernetesVersion, maxDescriptionLength, only, out } = options;
  const fromRoot = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : relative(root, resolve(cwd, path));
  return new LastRun(root, 'manifests', {
    headerFile: fromRoot(headerFile),
    kubernetesDocs,
    kubernetesVersion,
    maxDescriptionLength,
    only,
    out: fromRoot(out),
  });
}
