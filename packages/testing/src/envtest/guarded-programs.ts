import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';

/**
 * Waits until its standard input ends, which happens when we close it and also when our process is killed. Then it
 * kills every process group listed in the folder and removes the folder. The programs have no state to save, so
 * they get SIGKILL at once.
 */
const guardian = `
cat >/dev/null
for file in "$1"/*.group; do kill -KILL "-$(cat "$file")"; done
until rm -rf "$1"; do sleep 0.1; done
`;

/**
 * Records its own process group before it executes the program, so that the guardian knows every running program.
 * Once the folder is gone, the program can no longer start.
 */
const starter = 'echo $$ >"$0" && exec "$@"';

/** Starts programs in process groups of their own and stops exactly these, even when this process is killed. */
export class GuardedPrograms {
  /** Contains logs and data; removed by `stop`. */
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

  /** Resolves once every program has exited and the folder is removed. */
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
  /** The file that names the process group to stop. */
  group: string;
  run: () => Promise<ChildProcess>;
  child: ChildProcess;
}

export class RunningProgram {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Rejects with the end of the program's log if the program has exited. */
  async mustBeRunning(): Promise<void> {
    if (!hasExited(this.#parts.child)) return;
    const log = await readFile(this.#parts.log, 'utf8');
    throw new Error(`${this.#parts.name} exited unexpectedly. The end of its log:\n${log.slice(-2000)}`);
  }

  /** Sends SIGKILL, which is like a power failure. */
  async kill(): Promise<void> {
    const { child, group } = this.#parts;
    if (hasExited(child)) return;
    // The program does not keep this process alive unless its exit is awaited.
    child.ref();
    const exited = once(child, 'exit');
    this.#signal('SIGKILL');
    await exited;
    // The operating system may reuse the process ID from here on.
    await rm(group, { force: true });
  }

  /** Sends SIGSTOP: the program keeps its connections and answers nothing until `resume`. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Starts the program again after `kill`, with its data. */
  async restart(): Promise<void> {
    await this.kill();
    this.#parts.child = await this.#parts.run();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#parts.child;
    if (pid !== undefined && !hasExited(this.#parts.child)) process.kill(-pid, signal);
  }
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
