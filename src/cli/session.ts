/** All that a command knows of the world outside. Tests pass their own. */
export interface Session {
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** Asks the user and gives the answer; absent where there is nobody to ask. */
  ask?: ((question: string) => Promise<string>) | undefined;
  /** All that is piped into the command, for one that reads `-`. */
  input?: () => Promise<string>;
  now: () => Date;
  /** Aborted when the user has had enough. What is written after that would be a surprise. */
  interrupted?: AbortSignal;
  /** Where new projects get opgen's packages from, when not from where this build says. */
  packages?: 'vendor' | 'registry';
}

export interface Output {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** The session of a real process. It asks only where a person can answer. */
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
    // To look at process.stdin opens it, which only those need who ask.
    get ask() {
      const interactive =
        process.stdin.isTTY && stderr.isTTY && (env['CI'] === undefined || env['CI'] === '');
      return interactive ? (question: string) => askOnTerminal(question, interrupted) : undefined;
    },
  };
}

/** Ctrl-C. The second one ends the process, whatever it is doing. */
function firstInterrupt(): AbortController {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) {
      process.off('SIGINT', interrupt);
      process.kill(process.pid, 'SIGINT');
    }
    controller.abort();
  };
  // It stays: libraries that clean up on signals end the process if nobody else listens.
  process.on('SIGINT', interrupt);
  return controller;
}

/** `opgen explain | head` closes the pipe early, which is no mistake of anybody. */
function endOfReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function readAll(): Promise<string> {
  const { text } = await import('node:stream/consumers');
  return text(process.stdin);
}

async function askOnTerminal(question: string, interrupted: AbortController): Promise<string> {
  const { ask } = await import('./ask.ts');
  return ask(question, { input: process.stdin, output: process.stderr, interrupted });
}

/** How much fits into a line. A terminal that does not know says 0. */
export function widthOf({ columns = 0 }: Output): number {
  return columns === 0 ? 80 : columns;
}
