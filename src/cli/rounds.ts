import { UserError } from '../diagnostics.ts';
import type { Outcome } from './outcome.ts';
import type { Reporter } from './reporter.ts';
import { systemDiagnostic } from './system-errors.ts';

/**
 * For a command that does its work again and again until it is interrupted, which is then its regular end.
 *
 * What is wrong in a round is told, and the next one may be right; only a defect of ours ends the command.
 */
export class Rounds {
  readonly #reporter: () => Reporter;
  readonly #interrupted: AbortSignal;
  #begun = false;

  constructor(reporter: () => Reporter, interrupted: AbortSignal | undefined) {
    this.#reporter = reporter;
    this.#interrupted = interrupted ?? new AbortController().signal;
  }

  /** Whether the command looks after its end itself. */
  get begun(): boolean {
    return this.#begun;
  }

  /** From now on the command ends when this is aborted. */
  begin(): AbortSignal {
    this.#begun = true;
    return this.#interrupted;
  }

  async report(round: () => Promise<Outcome>): Promise<void> {
    try {
      this.#reporter().succeed(await round());
    } catch (error) {
      if (this.#interrupted.aborted) return;
      const known = error instanceof UserError ? error.diagnostics : systemDiagnostic(error);
      if (known === undefined) throw error;
      this.#reporter().fail(known);
    }
  }
}
