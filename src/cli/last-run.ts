/**
 * The shortest way to `everything is up to date`: bundled into a file of its own, without the commands and the parser of
 * arguments. Leaves every other command line to `main`.
 */
import { lastManifestsRun, upToDate, type UpToDate } from '../actions/last-run/manifests-last-run.ts';
import { findProjectRoot } from '../project/find-project.ts';
import { ownManifest } from '../scaffold/package-root.ts';
import { exitCodes } from './exit-codes.ts';
import { Reporter } from './output/reporter.ts';
import type { Session } from './session.ts';

export { processSession } from './session.ts';

/** Flags that make no difference when all files are up to date, except for how that is printed. */
const allowed = new Set(['--check', '--diff', '--dry-run', '--force', '--json', '--quiet', '-q']);

/** The exit code of `opgen manifests` with such flags, if nothing has changed since the last run. */
export function recallLastRun(args: readonly string[], session: Session): number | undefined {
  const [command = '', ...flags] = args;
  if (command !== 'manifests' || !flags.every((flag) => allowed.has(flag))) return undefined;
  const recalled = recall(session.cwd);
  if (recalled === undefined) return undefined;
  const has = (...names: string[]): boolean => names.some((name) => flags.includes(name));
  const reporter = new Reporter(session, {
    command,
    version: ownManifest().version,
    json: has('--json'),
    quiet: has('--quiet', '-q'),
    isDryRun: has('--dry-run', '--diff'),
    folder: session.cwd,
  });
  const result = upToDate(recalled, { check: has('--check') });
  reporter.succeed(result);
  return result.found === true ? exitCodes.userError : exitCodes.ok;
}

function recall(folder: string): UpToDate | undefined {
  try {
    return lastManifestsRun({}, folder, findProjectRoot(folder)).recall();
  } catch {
    return undefined;
  }
}
