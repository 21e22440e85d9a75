import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CliRun } from './run-cli.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const isBuilt = existsSync(join(repository, 'dist/cli/main.js'));

export interface BuiltOptions {
  /** The package to run, if not this repository. */
  home?: string;
  env?: Readonly<Record<string, string>>;
  uid?: number;
  /** Called once the process has started, to signal it for example. */
  started?: (child: ChildProcess) => void;
}

/** Runs the built `opgen` in its own process, as a user does. The exit code is negative if a signal ended it. */
export function runBuilt(cwd: string, args: readonly string[], options: BuiltOptions = {}): Promise<CliRun> {
  const { env = {}, home = repository, started, uid } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(home, 'bin/opgen.js'), ...args], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, CI: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid !== undefined && { uid }),
    });
    const run: CliRun = { exitCode: -1, stdout: '', stderr: '' };
    child.stdout.on('data', (chunk) => (run.stdout += chunk));
    child.stderr.on('data', (chunk) => (run.stderr += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...run, exitCode: code ?? -1 }));
    started?.(child);
  });
}
