/** From arguments to an exit code: the only catch, and the only place that decides the code. */
import { CommanderError } from 'commander';
import { hasErrors, UserError } from '../diagnostics.ts';
import { ownManifest } from '../scaffold/package-root.ts';
import { commandOf, nameOf } from './command-of.ts';
import { defectDiagnostic } from './defect.ts';
import { refuseOptionsAsValues } from './option-values.ts';
import { exitCodes, type Outcome } from './outcome.ts';
import { createProgram } from './program.ts';
import { Progress } from './progress.ts';
import { Reporter } from './reporter.ts';
import { Rounds } from './rounds.ts';
import { processSession, type Session } from './session.ts';
import { systemDiagnostic } from './system-errors.ts';
import { usageDiagnostics } from './usage-errors.ts';

/** Runs `opgen` with these arguments, and gives the exit code. */
export async function main(args: readonly string[], session: Session = processSession()): Promise<number> {
  const { bugs, version } = ownManifest();
  // What follows `--` is no option of ours: completion passes the words there that the user is writing.
  const own = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined);
  const has = (...flags: string[]): boolean => own.some((argument) => flags.includes(argument));
  const json = has('--json');
  const quiet = has('--quiet', '-q');
  const verbose = has('--verbose') && !quiet;
  const progress = new Progress(session, { quiet: quiet || (json && !verbose), verbose });

  const rounds = new Rounds(() => reporter, session.interrupted);
  let outcome: Outcome | undefined;
  let printed = '';
  const program = createProgram(session, {
    version,
    deliver: async (work) => {
      outcome = await work(progress, rounds);
    },
    print: (text) => (printed += text),
  });
  const command = nameOf(commandOf(own, program));
  const reporter = new Reporter(session, { command, version, json, quiet, folder: session.cwd });
  try {
    refuseOptionsAsValues(own, program);
    const parsed = program.parseAsync(helpAsFlag(args), { from: 'user' });
    await unlessInterrupted(parsed, session.interrupted, rounds);
    outcome ??= { text: printed, data: {} };
    reporter.succeed(outcome);
    if (hasErrors(outcome.diagnostics ?? [])) return exitCodes.userError;
    return outcome.found === true ? exitCodes.found : exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError && args.length === 0) program.outputHelp();
    if (error instanceof CommanderError && (error.exitCode === 0 || args.length === 0)) {
      // Help or the version: what commander would have printed, and asked for, so not to be kept quiet.
      if (json) reporter.succeed({ text: printed, data: { text: printed.trimEnd() } });
      else session.stdout.write(printed);
      return exitCodes.ok;
    }
    if (session.interrupted?.aborted === true) {
      const message = 'interrupted; nothing is half-written';
      const hint = 'the same command again does what is left';
      reporter.fail([{ code: 'OPG4006', severity: 'error', message, hint }]);
      return exitCodes.interrupted;
    }
    const known =
      error instanceof CommanderError
        ? usageDiagnostics(error, args, program)
        : error instanceof UserError
          ? error.diagnostics
          : systemDiagnostic(error);
    reporter.fail(known ?? [defectDiagnostic(error, { args, version, tracker: bugs?.url, verbose })]);
    return known === undefined ? exitCodes.ourFault : exitCodes.userError;
  }
}

/** `opgen help create api` asks what `opgen create api --help` does; of itself it would look no deeper than `create`. */
function helpAsFlag(args: readonly string[]): string[] {
  const [first, ...words] = args;
  return first === 'help' && words.length > 1 ? [...words, '--help'] : [...args];
}

/** The work, or a rejection as soon as the signal is aborted. The work itself looks at the signal before it writes. */
async function unlessInterrupted(
  work: Promise<unknown>,
  signal: AbortSignal | undefined,
  rounds: Rounds,
): Promise<void> {
  if (signal === undefined) return void (await work);
  const interrupted = new Promise<never>((_, reject) => {
    const end = (): void => void (rounds.begun || reject(signal.reason as Error));
    signal.addEventListener('abort', end, { once: true });
  });
  await Promise.race([work, interrupted]);
}
