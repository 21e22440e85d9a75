/** All that a command knows of the world outside. Tests pass their own. */
export interface Session {
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** Asks the user and gives the answer; absent where there is nobody to ask. */
  ask?: (question: string) => Promise<string>;
  now: () => Date;
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
  const { env, stdin, stdout, stderr } = process;
  const interactive = stdin.isTTY && stderr.isTTY && (env['CI'] === undefined || env['CI'] === '');
  return {
    cwd: process.cwd(),
    env,
    stdout,
    stderr,
    now: () => new Date(),
    ...(interactive && { ask: askOnTerminal }),
  };
}

async function askOnTerminal(question: string): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`${question} `)).trim();
  } finally {
    terminal.close();
  }
}
