import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
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
    const group = join(this.folder, `${name}.group`);
    const run = async (): Promise<ChildProcess> => {
      const output = await open(log, 'a');
      try {
        const child = spawn('sh', ['-c', starter, group, binary, ...args], {
          detached: true,
          cwd: this.folder,
          stdio: ['ignore', output.fd, output.fd],
        });
        child.unref();
        return child;
      } finally {
        await output.close();
      }
    };
    return new RunningProgram({ name, log, group, run, child: await run() });
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

interface Parts {
  name: string;
  log: string;
  /** The file that says which process group to end. */
  group: string;
  run: () => Promise<ChildProcess>;
  child: ChildProcess;
}

export class RunningProgram {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Rejects with the end of the program's log, if the program has ended. */
  async mustBeRunning(): Promise<void> {
    if (!hasEnded(this.#parts.child)) return;
    const log = await readFile(this.#parts.log, 'utf8');
    throw new Error(`${this.#parts.name} ended by itself. The end of its log:\n${log.slice(-2000)}`);
  }

  /** Ends it as a machine that loses its power does. */
  async kill(): Promise<void> {
    const { child, group } = this.#parts;
    if (hasEnded(child)) return;
    // Whoever asks for the end waits for it; otherwise the program keeps no process alive.
    child.ref();
    const exited = once(child, 'exit');
    this.#signal('SIGKILL');
    await exited;
    // The number may be given to another process from here on.
    await rm(group, { force: true });
  }

  /** It holds its connections and answers nothing, until `resume`. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Starts it again after `kill`, with what it had. */
  async restart(): Promise<void> {
    await this.kill();
    this.#parts.child = await this.#parts.run();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#parts.child;
    if (pid !== undefined && !hasEnded(this.#parts.child)) process.kill(-pid, signal);
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
