import { main } from '../../src/cli/main.ts';
import type { Session } from '../../src/cli/session.ts';

export interface CliRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs `opgen` in this process, as if typed in the folder. Not interactive unless `ask` is given. */
export async function runCli(
  cwd: string,
  args: readonly string[],
  session: Partial<Session> = {},
): Promise<CliRun> {
  const run: CliRun = { exitCode: 0, stdout: '', stderr: '' };
  run.exitCode = await main(args, {
    cwd,
    env: {},
    stdout: { write: (text) => (run.stdout += text) },
    stderr: { write: (text) => (run.stderr += text) },
    now: () => new Date('2026-01-01T00:00:00Z'),
    packages: 'registry',
    ...session,
  });
  return run;
}
