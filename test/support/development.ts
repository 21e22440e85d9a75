import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { repository } from './built-cli.ts';
import { temporaryFolder, writeFolder } from './folder.ts';

const opgen = join(repository, 'bin/opgen.js');

/** Whether `startOnTerminal` can run here: `script` of util-linux gives a program a terminal. */
export const hasTerminals = spawnSync('script', ['--version']).stdout?.includes('util-linux') === true;

/** A running `opgen dev` and its output. */
export class Development {
  readonly root: string;
  /** More variables of its environment. */
  env: Readonly<Record<string, string>> = {};
  #child: ChildProcess | undefined;
  #output = '';

  /** `project` is copied: an example, or the files of a project. */
  constructor(project: 'first-operator' | 'postgres-backup' | Readonly<Record<string, string>>) {
    const folder = temporaryFolder();
    this.root = join(folder, 'project');
    if (typeof project === 'string')
      cpSync(join(repository, 'examples', project), this.root, {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
    else writeFolder(this.root, project);
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  }

  start(...args: string[]): this {
    return this.#spawn(process.execPath, [opgen, 'dev', ...args]);
  }

  /** Starts it on a terminal, where it reads keys. */
  startOnTerminal(...args: string[]): this {
    const command = [process.execPath, opgen, 'dev', ...args].map((word) => `'${word}'`).join(' ');
    return this.#spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null']);
  }

  press(key: string): void {
    this.#child?.stdin?.write(key);
  }

  #spawn(program: string, args: readonly string[]): this {
    this.#output = '';
    this.#child = spawn(program, args, {
      cwd: this.root,
      env: { PATH: process.env['PATH'], HOME: this.root, NO_COLOR: '1', ...this.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk) => (this.#output += String(chunk).replaceAll('\r\n', '\n')));
    return this;
  }

  /** Resolves once the output since the last call matches. */
  async prints(pattern: RegExp): Promise<RegExpExecArray> {
    await expect.poll(() => this.#output).toMatch(pattern);
    const match = pattern.exec(this.#output);
    if (match === null) throw new Error('it matched before');
    this.#output = this.#output.slice(match.index + match[0].length);
    return match;
  }

  edit(path: string, change: (text: string) => string): void {
    const file = join(this.root, path);
    const before = readFileSync(file, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(file, after);
  }

  /** Resolves with its exit code. */
  async ended(): Promise<unknown> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return child?.exitCode;
    const [code] = (await once(child, 'close')) as unknown[];
    return code;
  }

  /** Ends it, and returns its exit code. */
  async end(signal: NodeJS.Signals): Promise<unknown> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return undefined;
    const closed = once(child, 'close');
    child.kill(signal);
    const [code] = (await closed) as unknown[];
    return code;
  }

  kubeconfig(): string {
    return join(this.root, 'node_modules/.cache/opgen/dev/kubeconfig');
  }
}
