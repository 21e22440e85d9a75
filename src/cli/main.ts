/** From arguments to an exit code: the only catch of errors, and the only place that decides the exit code. */
import { CommanderError } from 'commander';
import type { ActionContext } from '../actions/action-context.ts';
import type { ActionResult } from '../actions/action-result.ts';
import { type Diagnostic, hasErrors, UserError } from '../diagnostics.ts';
import { ownManifest } from '../scaffold/package-root.ts';
import { commandOf, nameOf } from './arguments/command-of.ts';
import { refuseOptionsAsValues } from './arguments/option-values.ts';
import { usageDiagnostics } from './arguments/usage-errors.ts';
import { interrupted } from './diagnostics.ts';
import { exitCodes } from './exit-codes.ts';
import { bugDiagnostic } from './output/bug-report.ts';
import { painter } from './output/colors.ts';
import { ProgressLog } from './output/progress.ts';
import { ReportedRuns } from './output/repeated-runs.ts';
import { Reporter } from './output/reporter.ts';
import { systemDiagnostic } from './output/system-errors.ts';
import { createProgram } from './program.ts';
import { processSession, type Session, widthOf } from './session.ts';

/** Runs `opgen` with these arguments, and returns the exit code. */
export async function main(args: readonly string[], session: Session = processSession()): Promise<number> {
  const { bugs, version } = ownManifest();
  // Completion passes the words of another command line after `--`.
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const has = (...flags: string[]): boolean => own.some((argument) => flags.includes(argument));
  const json = has('--json');
  const quiet = has('--quiet', '-q');
  const verbose = has('--verbose') && !quiet;
  const progress = new ProgressLog(session, { quiet: quiet || (json && !verbose), verbose });

  const repeatedRuns = new ReportedRuns(() => reporter, session.interrupted);
  const print = (text: string): void => reporter.print(text);
  const warnings: Diagnostic[] = [];
  const warn = (warning: Diagnostic): void => void warnings.push(warning);
  let result: ActionResult | undefined;
  let printed = '';
  const program = createProgram(session, {
    version,
    run: async (action) => {
      result = await action(contextOf(session, { print, progress, repeatedRuns, warn }));
    },
    print: (text) => (printed += text),
  });
  const command = nameOf(commandOf(own, program));
  const isDryRun = has('--dry-run', '--diff');
  const reporter = new Reporter(session, { command, version, json, quiet, isDryRun, folder: session.cwd });
  try {
    refuseOptionsAsValues(own, program);
    const parsed = program.parseAsync(helpAsFlag(args), { from: 'user' });
    await unlessInterrupted(parsed, session.interrupted, repeatedRuns);
    result ??= { text: printed, data: {} };
    const diagnostics = [...(result.diagnostics ?? []), ...warnings];
    // A command that has reported each of its runs has nothing left to report.
    if (!repeatedRuns.handlesInterrupt || diagnostics.length > 0)
      reporter.succeed({ ...result, diagnostics });
    if (hasErrors(diagnostics)) return exitCodes.userError;
    return result.found === true ? exitCodes.found : exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError && args.length === 0) program.outputHelp();
    if (error instanceof CommanderError && (error.exitCode === 0 || args.length === 0)) {
      // The help or the version. --quiet does not suppress them.
      if (json) reporter.succeed({ text: printed, data: { text: printed.trimEnd() } });
      else session.stdout.write(printed);
      return exitCodes.ok;
    }
    if (session.interrupted?.aborted === true) {
      const message = 'interrupted; no file is incomplete';
      reporter.fail([interrupted({ message, hint: 'run the same command again to continue' })]);
      return exitCodes.interrupted;
    }
    const known =
      error instanceof CommanderError
        ? usageDiagnostics(error, args, program)
        : error instanceof UserError
          ? error.diagnostics
          : systemDiagnostic(error);
    const found = known ?? [bugDiagnostic(error, { args, version, tracker: bugs?.url, verbose })];
    reporter.fail([...found, ...warnings]);
    return known === undefined ? exitCodes.ourFault : exitCodes.userError;
  }
}

/** Turns `opgen help create api` into `opgen create api --help`: commander would show the help of `create`. */
function helpAsFlag(args: readonly string[]): string[] {
  const [first, ...words] = args;
  return first === 'help' && words.length > 1 ? [...words, '--help'] : [...args];
}

/** Waits for the work, or rejects as soon as the signal is aborted. The work checks the signal before it writes. */
async function unlessInterrupted(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  repeatedRuns: ReportedRuns,
): Promise<void> {
  if (signal === undefined) return void (await work);
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => void (repeatedRuns.handlesInterrupt || reject(signal.reason as Error));
    signal.addEventListener('abort', end, { once: true });
  });
  await Promise.race([work, aborted]);
}

/** The session without the output, which belongs to the reporter. */
function contextOf(
  session: Session,
  reporting: Pick<ActionContext, 'print' | 'progress' | 'repeatedRuns' | 'warn'>,
): ActionContext {
  const { cwd, env, input, interrupted: signal, now, packages, stdout } = session;
  return {
    cwd,
    env,
    now,
    // Reading it opens stdin.
    get ask() {
      return session.ask;
    },
    get keys() {
      return session.keys;
    },
    input,
    interrupted: signal,
    packages,
    paint: painter(stdout, env),
    width: widthOf(stdout),
    ...reporting,
  };
}
