/**
 * The shortest way to `everything is up to date`: bundled by itself, so that the declarations of all commands and what
 * reads arguments are not loaded for it. What it does not know it leaves to `main`.
 */
import { findProjectRoot } from '../project/find-project.ts';
import { ownManifest } from '../scaffold/package-root.ts';
import { exitCodes } from './outcome.ts';
import { Reporter } from './reporter.ts';
import type { Session } from './session.ts';
import { lastRunWith, upToDate, type UpToDate } from './up-to-date.ts';

export { processSession } from './session.ts';

/** Flags that say how to tell what there is to do, and not what that is. When there is nothing to do they change nothing. */
const known = new Set(['--check', '--diff', '--dry-run', '--force', '--json', '--quiet', '-q']);

/** The exit code of `opgen manifests` with such flags if nothing has changed since the last run. */
export function manifestsUnchanged(args: readonly string[], session: Session): number | undefined {
  const [command = '', ...flags] = args;
  if (command !== 'manifests' || !flags.every((flag) => known.has(flag))) return undefined;
  const result = resultOfLastRun(session.cwd);
  if (result === undefined) return undefined;
  const has = (...names: string[]): boolean => names.some((name) => flags.includes(name));
  const reporter = new Reporter(session, {
    command,
    version: ownManifest().version,
    json: has('--json'),
    quiet: has('--quiet', '-q'),
    folder: session.cwd,
  });
  reporter.succeed(upToDate(result));
  return exitCodes.ok;
}

function resultOfLastRun(folder: string): UpToDate | undefined {
  try {
    return lastRunWith({}, folder, findProjectRoot(folder)).recall();
  } catch {
    return undefined;
  }
}
