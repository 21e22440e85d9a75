import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Diagnostic } from '../diagnostics.ts';
import { typeError } from './diagnostics.ts';

/** Milliseconds. A project whose checks take longer than this starts new code before its types are checked. */
const longest = 1_000;

/** The result of a check, or why there is none. */
export type TypeCheck = readonly Diagnostic[] | 'canceled' | 'no compiler';

/**
 * Checks the types of a project with its own compiler, one check at a time. The compiler keeps what it knows about
 * unchanged files in `stateFile`.
 */
export class TypeChecker {
  readonly #root: string;
  readonly #stateFile: string;
  #running = new AbortController();
  /** Milliseconds that the last check took; unknown before the first one. */
  #took = Infinity;

  constructor(root: string, stateFile: string) {
    this.#root = root;
    this.#stateFile = stateFile;
  }

  /** Cancels the previous check if it still runs. */
  async check(): Promise<TypeCheck> {
    this.cancel();
    const { signal } = (this.#running = new AbortController());
    const compiler = compilerOf(this.#root);
    if (compiler === undefined) return 'no compiler';
    const began = performance.now();
    const output = await this.#run(compiler, signal);
    if (signal.aborted) return 'canceled';
    this.#took = performance.now() - began;
    return typeErrors(output);
  }

  cancel(): void {
    this.#running.abort();
  }

  /** The result of a check if it is likely to be known soon; otherwise undefined, and usually at once. */
  async soon(check: Promise<TypeCheck>): Promise<TypeCheck | undefined> {
    if (this.#took > longest) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((done) => (timer = setTimeout(done, longest)));
    const result = await Promise.race([check, timeout]);
    clearTimeout(timer);
    return result ?? undefined;
  }

  #run(compiler: string, signal: AbortSignal): Promise<string> {
    const args = ['--noEmit', '--pretty', 'false', '--incremental', '--tsBuildInfoFile', this.#stateFile];
    return new Promise((done) => {
      execFile(
        process.execPath,
        [compiler, ...args],
        { cwd: this.#root, signal, maxBuffer: 2 ** 26 },
        (_, stdout) => done(stdout),
      );
    });
  }
}

/** Each problem in the output of `tsc --pretty false`; further lines explain the line before them. */
export function typeErrors(output: string): Diagnostic[] {
  return [...output.matchAll(/^(.+)\((\d+),(\d+)\): error (TS\d+: .+(?:\n .+)*)/gm)].map(
    ([, file = '', line, column, message = '']) =>
      typeError({
        message: message.replaceAll(/\n +/g, ' '),
        place: { file, line: Number(line), column: Number(column) },
      }),
  );
}

function compilerOf(root: string): string | undefined {
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
    return resolve(manifest, '../bin/tsc');
  } catch {
    return undefined;
  }
}
