import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

export interface LoopOptions {
  program: string;
  args: readonly string[];
  env?: NodeJS.ProcessEnv;
  /** The project, in which the program runs. */
  root: string;
  /** The file to edit. */
  file: string;
  /** Adds `firstBuild` to where the file reconciles. */
  prepare: (text: string) => string;
}

const message = 'reconciled by build';
/** The statement that each edit changes. */
export const firstBuild: string = statement(0);

/** Milliseconds until a loop that prints nothing has failed. */
const timeout = 120_000;

/** A program that restarts an operator when its code changes. */
export class DevelopmentLoop {
  readonly #options: LoopOptions;
  #child: ChildProcess | undefined;
  #output = '';
  #onOutput = (): void => {};
  #build = 0;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  /** Resolves after the first reconcile. */
  async start(): Promise<void> {
    const { args, env, file, prepare, program, root } = this.#options;
    const path = join(root, file);
    const text = await readFile(path, 'utf8');
    const prepared = prepare(text);
    if (!prepared.includes(firstBuild)) throw new Error(`${file} has no place for ${firstBuild}`);
    await writeFile(path, prepared);
    this.#child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        this.#output += chunk;
        this.#onOutput();
      });
    await this.#reconciled();
  }

  /** Edits the file, and returns the milliseconds until the new code reconciles. */
  async reload(): Promise<number> {
    const path = join(this.#options.root, this.#options.file);
    const text = (await readFile(path, 'utf8')).replace(statement(this.#build), statement(this.#build + 1));
    this.#build += 1;
    this.#output = '';
    const began = performance.now();
    await writeFile(path, text);
    await this.#reconciled();
    return performance.now() - began;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill('SIGINT');
    const kill = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await closed;
    clearTimeout(kill);
  }

  #reconciled(): Promise<void> {
    const { program } = this.#options;
    return new Promise((resolve, reject) => {
      const fail = (): void => reject(new Error(`${program} did not reconcile:\n${this.#output}`));
      const timer = setTimeout(fail, timeout);
      this.#child?.once('exit', fail);
      this.#onOutput = () => {
        if (!this.#output.includes(`${message} ${this.#build}.`)) return;
        clearTimeout(timer);
        this.#child?.off('exit', fail);
        resolve();
      };
      this.#onOutput();
    });
  }
}

function statement(build: number): string {
  return `console.log('${message} ${build}.');`;
}
