import type { Bundle } from '../../dev/bundler.ts';
import { UserError } from '../../diagnostics.ts';
import { durationText } from '../../dev/duration-text.ts';
import type { FaultInjection } from '../../dev/fault-injection.ts';
import { OperatorProcess, type OperatorProcessOptions } from '../../dev/operator-process.ts';
import type { Page } from '../../dev/page/page.ts';
import type { OperatorPermissions } from '../../dev/permissions/operator-permissions.ts';
import type { ActionContext } from '../action-context.ts';
import { keysHelp } from './dev-keys.ts';
import { type DevReports, eventResult } from './dev-reports.ts';
import type { OperatorReports } from './operator-reports.ts';

export interface DevOperatorOptions {
  context: Pick<ActionContext, 'keys' | 'now'>;
  reports: DevReports;
  output: OperatorReports;
  faults: FaultInjection;
  page: Page | undefined;
  permissions: OperatorPermissions | undefined;
  process: Omit<OperatorProcessOptions, 'onRun' | 'onStatistics' | 'onLine' | 'onExit'>;
  /** Writes the kubeconfig of the operator, and returns its path. */
  kubeconfig: () => Promise<string>;
}

/** The operator, one process after another. */
export class DevOperator {
  readonly #options: DevOperatorOptions;
  #process: OperatorProcess | undefined;
  #kubeconfig: string | undefined;
  #hash: string | undefined;

  constructor(options: DevOperatorOptions) {
    this.#options = options;
  }

  get hasStarted(): boolean {
    return this.#process !== undefined;
  }

  get runs(): boolean {
    return this.#process?.runs === true;
  }

  /** Whether this is the code that was started last. */
  has({ hash }: Bundle): boolean {
    return hash === this.#hash;
  }

  isRunning(bundle: Bundle): boolean {
    return this.runs && this.has(bundle);
  }

  /** Starts a bundle, or the previous one again. `began` is the time of the change. */
  async restart(began: number, bundle: Bundle | undefined): Promise<void> {
    const { context, faults, kubeconfig, output, page, permissions, reports } = this.#options;
    await this.stop();
    this.#show('starting');
    output.forget();
    const isFirst = this.#hash === undefined;
    await reports.during(async () => {
      await bundle?.write();
      this.#kubeconfig ??= await kubeconfig();
      faults.restarted();
      permissions?.restarted();
      const options = this.#options.process;
      this.#process = new OperatorProcess({
        ...options,
        env: { ...options.env, KUBECONFIG: this.#kubeconfig },
        onRun: (run) => output.run(run),
        onStatistics: (statistics) => page?.publish('statistics', statistics),
        onLine: (line) => output.line(line),
        onExit: (problem) => {
          this.#show('stopped', problem.message);
          void reports.failure(new UserError(problem));
        },
      });
      this.#show('running');
      this.#hash = bundle?.hash ?? this.#hash;
      const after = performance.now() - began;
      const text = `${isFirst ? 'started' : 'restarted'} the operator after ${durationText(after)}`;
      const keys = isFirst && context.keys !== undefined ? ` · ${keysHelp}` : '';
      return eventResult({ event: 'operator', state: 'started', after }, text + keys);
    });
  }

  /** Stops it gracefully. */
  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  #show(state: 'starting' | 'running' | 'stopped', message?: string): void {
    const { context, page } = this.#options;
    const since = context.now().toISOString();
    page?.showOperator({ state, since, ...(message !== undefined && { message }) });
  }
}
