import type { Progress } from '../../actions/action-context.ts';
import { type Session, widthOf } from '../session.ts';

/** Shorter steps are not reported. */
const reportedFrom = 500;

export interface ProgressOptions {
  /** Report nothing. */
  quiet: boolean;
  /** Report every step, and details. */
  verbose: boolean;
}

/**
 * Reports on stderr what a command is doing and how long it takes.
 *
 * Reports a step of more than half a second when it ends; on a terminal a line shows it while it runs.
 */
export class ProgressLog implements Progress {
  readonly #session: Session;
  readonly #options: ProgressOptions;

  constructor(session: Session, options: ProgressOptions) {
    this.#session = session;
    this.#options = options;
  }

  async step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const started = this.#session.now().getTime();
    const elapsed = (): number => this.#session.now().getTime() - started;
    const line = this.#showWhileRunning(name, elapsed);
    try {
      const result = await work();
      line.clear();
      this.#report(name, elapsed());
      return result;
    } finally {
      line.clear();
    }
  }

  async tool<T>(name: string, run: (output: 'terminal' | 'captured') => Promise<T>): Promise<T> {
    const { quiet } = this.#options;
    if (!quiet) this.#session.stderr.write(`${name} …\n`);
    const started = this.#session.now().getTime();
    const result = await run(!quiet && this.#session.stderr.isTTY === true ? 'terminal' : 'captured');
    if (this.#session.interrupted?.aborted !== true)
      this.#report(name, this.#session.now().getTime() - started);
    return result;
  }

  detail(text: string): void {
    if (this.#options.verbose) this.#session.stderr.write(`  ${text}\n`);
  }

  #report(name: string, duration: number): void {
    if (this.#options.quiet || (duration < reportedFrom && !this.#options.verbose)) return;
    this.#session.stderr.write(`${name}: ${format(duration)}\n`);
  }

  #showWhileRunning(name: string, elapsed: () => number): { clear(): void } {
    const { stderr } = this.#session;
    if (this.#options.quiet || stderr.isTTY !== true) return { clear: () => {} };
    let shown = false;
    const show = (): void => {
      if (elapsed() < reportedFrom) return;
      const room = Math.max(widthOf(stderr) - 1, 10);
      stderr.write(`\r\u001B[K${`${name} … ${format(elapsed())}`.slice(0, room)}`);
      shown = true;
    };
    const timer = setInterval(show, 100);
    return {
      clear: () => {
        clearInterval(timer);
        if (shown) stderr.write('\r\u001B[K');
        shown = false;
      },
    };
  }
}

function format(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
