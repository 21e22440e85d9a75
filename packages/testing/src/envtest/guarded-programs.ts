import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Waits until its standard input ends, which happens when we say so and also when we are killed in
 * whatever way; then kills every process group that is written down in the folder, and removes the
 * folder. Nothing that these programs could still save is wanted, so they are not asked first.
 */
const guardian = `
cat >/dev/null
for file in "$1"/*.group; do kill -KILL "-$(cat "$file")"; done
until rm -rf "$1"; do sleep 0.1; done
`;

/**
 * Writes its own process group down before it becomes the program: there is no moment at which the
 * program runs and the guardian does not know. Once the folder is gone, it cannot start any more.
 */
const starter = 'echo $$ >"$0" && exec "$@"';

/** Starts programs in process groups of their own and ends exactly these, even when this process is killed. */
export class GuardedPrograms {
  /** Holds logs and data; gone after `stop`. */
  readonly folder: string;
  readonly #guardian: ChildProcess;

  constructor(folder: string) {
    this.folder = folder;
    this.#guardian = spawn('sh', ['-c', guardian, 'guardian', folder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#guardian.unref();
  }

  /** Starts a program whose output goes to `<folder>/<name>.log`. */
  async start(name: string, binary: string, args: readonly string[]): Promise<RunningProgram> {
    const log = join(this.folder, `${name}.log`);
    const output = await open(log, 'a');
    try {
      const child = spawn('sh', ['-c', starter, join(this.folder, `${name}.group`), binary, ...args], {
        detached: true,
        cwd: this.folder,
        stdio: ['ignore', output.fd, output.fd],
      });
      child.unref();
      return new RunningProgram(name, child, log);
    } finally {
      await output.close();
    }
  }

  /** Resolves once everything has ended and the folder is gone. */
  async stop(): Promise<void> {
    if (this.#guardian.exitCode !== null) return;
    this.#guardian.ref();
    const exited = once(this.#guardian, 'exit');
    this.#guardian.stdin?.end();
    await exited;
  }
}

export class RunningProgram {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #log: string;

  constructor(name: string, child: ChildProcess, log: string) {
    this.#name = name;
    this.#child = child;
    this.#log = log;
  }

  /** Rejects with the end of the program's log, if the program has ended. */
  async mustBeRunning(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) return;
    const log = await readFile(this.#log, 'utf8');
    throw new Error(`${this.#name} ended by itself. The end of its log:\n${log.slice(-2000)}`);
  }
}
