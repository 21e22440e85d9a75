import { relative, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.ts';
import type { Minor } from '@opgen/rules/builtin';
import type { KindSummary } from '../manifests/generate.ts';
import type { ManifestPart } from '../manifests/manifest-parts.ts';
import { LastRun } from './last-run.ts';
import type { Outcome } from './outcome.ts';

/** What a run of `opgen manifests` has to say that finds everything as it should be. */
export interface UpToDate {
  kinds: readonly KindSummary[];
  diagnostics: readonly Diagnostic[];
}

export function upToDate({ diagnostics, kinds }: UpToDate): Outcome {
  return { data: { kinds }, changed: [], diagnostics, text: 'everything is up to date' };
}

/** The flags that say which files there should be. */
export interface WhichFiles {
  only?: readonly ManifestPart[];
  out?: string;
  headerFile?: string;
  maxDescriptionLength?: number;
  kubernetesVersion?: Minor;
  kubernetesDocs?: boolean;
}

/** The last run with these flags, from wherever it was started. */
export function lastRunWith(flags: WhichFiles, cwd: string, root: string): LastRun<UpToDate> {
  const { headerFile, kubernetesDocs, kubernetesVersion, maxDescriptionLength, only, out } = flags;
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
