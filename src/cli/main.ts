/** From arguments to an exit code: the only catch, and the only place that decides the code. */
import { CommanderError } from 'commander';
import { type Diagnostic, hasErrors, UserError } from '../diagnostics.ts';
import { ownManifest } from '../scaffold/package-root.ts';
import { exitCodes, type Outcome } from './outcome.ts';
import { createProgram } from './program.ts';
import { Reporter } from './reporter.ts';
import { processSession, type Session } from './session.ts';
import { usageDiagnostics } from './usage-errors.ts';

/** Runs `opgen` with these arguments, and gives the exit code. */
export async function main(args: readonly string[], session: Session = processSession()): Promise<number> {
  const { bugs, version } = ownManifest();
  const has = (...flags: string[]): boolean => args.some((argument) => flags.includes(argument));
  const reporter = new Reporter(session, {
    command: args
      .filter((argument) => /^[a-z]+$/.test(argument))
      .slice(0, args[0] === 'create' ? 2 : 1)
      .join(' '),
    version,
    json: has('--json'),
    quiet: has('--quiet', '-q'),
    folder: session.cwd,
  });
  let outcome: Outcome | undefined;
  const program = createProgram(session, version, async (work) => {
    outcome = await work();
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    if (outcome === undefined) return exitCodes.ok; // Help or the version: commander has printed it.
    reporter.succeed(outcome);
    if (hasErrors(outcome.diagnostics ?? [])) return exitCodes.userError;
    return outcome.found === true ? exitCodes.found : exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    if (error instanceof CommanderError) reporter.fail(usageDiagnostics(error, args, program));
    else if (error instanceof UserError) reporter.fail(error.diagnostics);
    else {
      reporter.fail([defect(error, args, version, bugs?.url)]);
      return exitCodes.ourFault;
    }
    return exitCodes.userError;
  }
}

/** Everything that a report needs, in one text to paste or one link to follow. */
function defect(
  error: unknown,
  args: readonly string[],
  version: string,
  tracker: string | undefined,
): Diagnostic {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const report = `opgen ${args.join(' ')}\nopgen ${version}, Node ${process.version}, ${process.platform}\n\n${stack}`;
  const query = new URLSearchParams({ title: `opgen: ${stack.split('\n')[0]}`, body: report });
  const hint =
    tracker === undefined ? 'please report this' : `please report this: ${tracker}/new?${query.toString()}`;
  return { code: 'OPG4900', severity: 'error', message: `this is a defect of opgen\n\n${report}\n`, hint };
}
