import { setTimeout as delay } from 'node:timers/promises';
import type { FaultInjection, InjectedFault } from '../../dev/fault-injection.ts';
import { chaosLine, faultLine } from '../../dev/fault-line.ts';
import type { CrashPoint, FaultRates } from '../../dev/page/model/messages.ts';
import type { ActionContext } from '../action-context.ts';
import type { DevOperator } from './dev-operator.ts';
import type { DevReports } from './dev-reports.ts';

/** Milliseconds in which a response reaches the operator, whose other requests wait until then. */
const crashDelay = 20;

export interface OperatorControlsOptions {
  context: Pick<ActionContext, 'paint'>;
  reports: DevReports;
  /** What stands between the operator and the API server. */
  faults: FaultInjection;
  operator: DevOperator;
  /** Starts the operator again, after it was killed. */
  restart: () => void;
}

/** What people do to the running operator with keys and in the page: inject faults, kill it, let it crash. */
export class OperatorControls {
  readonly #options: OperatorControlsOptions;

  constructor(options: OperatorControlsOptions) {
    this.#options = options;
  }

  /** Starts or stops injecting faults. */
  injectFaults(active: boolean, rates?: FaultRates): void {
    const { faults } = this.#options;
    if (active) faults.activate(rates);
    else faults.deactivate();
    void this.reportChaos();
  }

  /** Starts injecting faults, or stops it. */
  toggleFaults(): void {
    this.injectFaults(!this.#options.faults.state.active);
  }

  /** Kills the operator without a graceful stop, and starts it again. */
  killOperator(): Promise<void> {
    return this.#kill('killed the operator');
  }

  /** Lets the operator crash at one of its next writes. */
  crashAt(crash: CrashPoint): void {
    this.#options.faults.crashAt(crash);
  }

  /** Kills the operator at a write. */
  async crashOperator({ response, writes }: CrashPoint): Promise<void> {
    // The response is on its way.
    if (response === 'delivered') await delay(crashDelay);
    const when = response === 'lost' ? 'before it received' : 'after it received';
    const which = writes === 1 ? 'the next write' : `${writes} writes`;
    await this.#kill(`killed the operator after ${which}, ${when} the response`);
  }

  /** Reports a fault that was injected into a request. */
  reportFault(injected: InjectedFault): void {
    const { context, reports } = this.#options;
    const { access, fault } = injected;
    const text = context.paint('yellow', faultLine(injected));
    void reports.event({ event: 'fault', fault, ...access }, text);
  }

  /** Reports which faults are injected, with their probability. */
  reportChaos(): Promise<void> {
    const { faults, reports } = this.#options;
    const { active, rates, seed } = faults.state;
    return reports.event({ event: 'chaos', active, seed, faults: rates }, chaosLine(faults.state));
  }

  async #kill(text: string): Promise<void> {
    const { operator, reports, restart } = this.#options;
    if (!operator.runs) return;
    await operator.kill();
    await reports.event({ event: 'operator', state: 'killed' }, text);
    restart();
  }
}
