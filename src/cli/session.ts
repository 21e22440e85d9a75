import { exitCodes } from './exit-codes.ts';

/** The process that a command runs in. Tests pass their own. */
export interface Session {
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** Asks the user; absent where nobody can answer. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** Calls the function with each key that is pressed, until the returned function is called; absent off a terminal. */
  keys?: ((onKey: (key: string) => void) => () => void) | undefined;
  /** Reads standard input to its end, for a command that reads `-`. */
  input?: () => Promise<string>;
  now: () => Date;
  /** Aborted by Ctrl-C. */
  interrupted?: AbortSignal;
  /** Where new projects get the packages of opgen from, unless from where this build says. */
  packages?: 'vendor' | 'registry';
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** The session of the real process. It asks only on a terminal, and never in CI. */
export function processSession(): Session {
  const { env, stdout, stderr } = process;
  for (const output of [stdout, stderr]) output.on('error', endOfReader);
  const interrupted = firstInterrupt();
  return {
    cwd: process.cwd(),
    env,
    stdout,
    stderr,
    now: () => new Date(),
    input: readAll,
    interrupted: interrupted.signal,
    // Reading process.stdin opens it.
    get keys() {
      return process.stdin.isTTY && stdout.isTTY ? readKeys : undefined;
    },
    get ask() {
      const interactive =
        process.stdin.isTTY && stderr.isTTY && (env['CI'] === undefined || env['CI'] === '');
      return interactive ? (question: string) => askOnTerminal(question, interrupted) : undefined;
    },
  };
}

/** Aborted by the first Ctrl-C, or when a supervisor or a closed terminal ends the process. The second one ends it at once. */
function firstInterrupt(): AbortController {
  const controller = new AbortController();
  const interrupt = (signal: NodeJS.Signals): void => {
    if (controller.signal.aborted) {
      process.off(signal, interrupt);
      process.kill(process.pid, signal);
    }
    controller.abort();
  };
  // Never removed: libraries that clean up on signals end the process if there is no other listener.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return controller;
}

/** `opgen explain | head` closes the pipe early, which is no error. A full disk is one. */
function endOfReader(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  process.exitCode = exitCodes.userError;
  void reportFailedOutput(error);
}

async function reportFailedOutput(error: NodeJS.ErrnoException): Promise<never> {
  const { systemDiagnostic } = await import('./output/system-errors.ts');
  const [reason] = systemDiagnostic(error) ?? [];
  process.stderr.write(
    `error ${reason?.code ?? ''} cannot write the output: ${reason?.message ?? error.message}\n`,
  );
  process.exit(exitCodes.userError);
}

function readKeys(onKey: (key: string) => void): () => void {
  const { stdin } = process;
  const read = (text: Buffer): void => {
    for (const key of text.toString()) {
      // In raw mode the terminal sends no signal.
      if (key === '\u0003') process.kill(process.pid, 'SIGINT');
      else onKey(key);
    }
  };
  stdin.setRawMode(true).on('data', read).resume();
  return () => void stdin.off('data', read).setRawMode(false).pause();
}

async function readAll(): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
}

async function askOnTerminal(question: string, interrupted: AbortController): Promise<string> {
  const { ask } = await import('./ask-on-terminal.ts');
  return ask(question, { input: process.stdin, output: process.stderr, interrupted });
}

/** Columns of an output. A terminal of unknown width reports 0. */
export function widthOf({ columns = 0 }: Output): number {
  return columns === 0 ? 80 : columns;
}
