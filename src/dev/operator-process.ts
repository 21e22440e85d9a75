import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Run, Statistics } from '@opgen/runtime/runs';
import type { Diagnostic } from '../diagnostics.ts';
import { operatorExited } from './diagnostics.ts';

/**
 * Loaded before the operator: sends its runs, and stops it when `opgen dev` has ended, even if that was killed.
 */
const companion = `
import { subscribe } from 'node:diagnostics_channel';
const send = (message) => { if (process.connected) process.send(message); };
subscribe('opgen:run', (run) => send({ run }));
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel.unref();
`;

const statisticsReports = `
subscribe('opgen:statistics', (statistics) => send({ statistics }));
`;

/** Reports every 50 ms whether all managers are idle. */
const idleReports = `
const managers = new Set();
subscribe('opgen:manager', (manager) => managers.add(manager));
const report = () => send({ idle: managers.size > 0 && [...managers].every(({ idle }) => idle) });
setInterval(report, 50).unref();
`;

type Message = { readonly run: Run } | { readonly idle: boolean } | { readonly statistics: Statistics };

/** Milliseconds for a graceful stop; a new build should not wait longer for the old one. */
const gracePeriod = 5_000;

export interface OperatorProcessOptions {
  /** The bundle. */
  file: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The address of the debugger, for instance `9229`. */
  inspect?: string | undefined;
  onRun: (run: Run) => void;
  /** Called every 50 ms, with whether the operator has nothing to do now. */
  onIdle?: (idle: boolean) => void;
  /** Called once a second with the load of its controllers and the size of its caches. */
  onStatistics?: (statistics: Statistics) => void;
  /** Called with each line of its output. */
  onLine: (line: string) => void;
  /** Called if it ends without having been stopped. */
  onExit: (problem: Diagnostic) => void;
}

/** The process of the operator. */
export class OperatorProcess {
  readonly #child: ChildProcess;
  #stopping = false;

  constructor({
    file,
    args,
    cwd,
    env,
    inspect,
    onRun,
    onIdle,
    onStatistics,
    onLine,
    onExit,
  }: OperatorProcessOptions) {
    const preloaded = [
      companion,
      onIdle === undefined ? '' : idleReports,
      onStatistics === undefined ? '' : statisticsReports,
    ].join('');
    const flags = [
      '--enable-source-maps',
      `--import=data:text/javascript,${encodeURIComponent(preloaded)}`,
      ...(inspect === undefined ? [] : [`--inspect=${inspect}`]),
    ];
    this.#child = spawn(process.execPath, [...flags, file, ...args], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // In its own process group, it receives Ctrl-C only through `stop`.
      detached: true,
    });
    this.#child.on('message', (message: Message) => {
      if ('run' in message) onRun(message.run);
      else if ('idle' in message) onIdle?.(message.idle);
      else onStatistics?.(message.statistics);
    });
    for (const output of [this.#child.stdout, this.#child.stderr]) {
      if (output !== null) createInterface({ input: output }).on('line', onLine);
    }
    this.#child.once('close', (code, signal) => {
      if (this.#stopping) return;
      const message = `the operator exited with ${signal === null ? `exit code ${code}` : `signal ${signal}`}`;
      const hint = 'fix the error and save; opgen dev then starts it again';
      onExit(operatorExited({ message, hint }));
    });
  }

  get runs(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Kills it without a graceful stop. */
  async kill(): Promise<void> {
    this.#stopping = true;
    if (!this.runs) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await closed;
  }

  /** Stops it gracefully, or kills it after five seconds. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (!this.runs) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), gracePeriod);
    await closed;
    clearTimeout(kill);
  }
}
