import { type Session, widthOf } from './session.ts';

/** Work that is shorter than this is not worth a word. */
const worthTelling = 500;

export interface ProgressOptions {
  /** Nothing at all. */
  quiet: boolean;
  /** Every step, however short. */
  verbose: boolean;
}

/**
 * Tells on stderr what a command is doing and how long it took.
 *
 * A step over half a second is told when it has ended, and on a terminal a line shows it while it lasts. `--verbose`
 * tells every step and its details.
 */
export class Progress {
  readonly #session: Session;
  readonly #options: ProgressOptions;

  constructor(session: Session, options: ProgressOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Does the work of a step, whose name says what is done: `read the sources`. */
  async step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
    const started = this.#session.now().getTime();
    const elapsed = (): number => this.#session.now().getTime() - started;
    const line = this.#showWhileItLasts(name, elapsed);
    try {
      const result = await work();
      line.clear();
      this.#tell(name, elapsed());
      return result;
    } finally {
      line.clear();
    }
  }

  /** What only `--verbose` tells, such as the name of a file that was read. */
  detail(text: string): void {
    if (this.#options.verbose) this.#session.stderr.write(`  ${text}\n`);
  }

  #tell(name: string, duration: number): void {
    if (this.#options.quiet || (duration < worthTelling && !this.#options.verbose)) return;
    this.#session.stderr.write(`${name}: ${inWords(duration)}\n`);
  }

  #showWhileItLasts(name: string, elapsed: () => number): { clear(): void } {
    const { stderr } = this.#session;
    if (this.#options.quiet || stderr.isTTY !== true) return { clear: () => {} };
    let shown = false;
    const show = (): void => {
      if (elapsed() < worthTelling) return;
      const room = Math.max(widthOf(stderr) - 1, 10);
      stderr.write(`\r\u001B[K${`${name} … ${inWords(elapsed())}`.slice(0, room)}`);
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

function inWords(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
