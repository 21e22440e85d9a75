/** What a command in a container printed. */
export interface CommandOutput {
  /** Empty if the options have `onStdout`. */
  readonly stdout: string;
  /** Empty if the options have `onStderr`, and for a terminal, which has only stdout. */
  readonly stderr: string;
}

/** A command in a container ended with an exit code other than 0. */
export class CommandError extends Error implements CommandOutput {
  override readonly name = 'CommandError';
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;

  constructor(what: string, exitCode: number, { stdout, stderr }: CommandOutput) {
    const [last = ''] = stderr.trimEnd().split('\n').slice(-1);
    super(`${what} ended with exit code ${exitCode}${last === '' ? '' : `: ${last}`}`);
    this.exitCode = exitCode;
    this.stdout = stdout;
    this.stderr = stderr;
  }
}
