import type { ActionResult } from '../../actions/action-result.ts';
import type { RepeatedRuns } from '../../actions/action-context.ts';
import { UserError } from '../../diagnostics.ts';
import type { Reporter } from './reporter.ts';
import { systemDiagnostic } from './system-errors.ts';

/** Reports each run of a command that runs until Ctrl-C. Only an internal error ends it early. */
export class ReportedRuns implements RepeatedRuns {
  readonly #reporter: () => Reporter;
  readonly #interrupted: AbortSignal;
  #handlesInterrupt = false;

  constructor(reporter: () => Reporter, interrupted: AbortSignal | undefined) {
    this.#reporter = reporter;
    this.#interrupted = interrupted ?? new AbortController().signal;
  }

  /** Whether the action handles Ctrl-C itself. */
  get handlesInterrupt(): boolean {
    return this.#handlesInterrupt;
  }

  begin(): AbortSignal {
    this.#handlesInterrupt = true;
    return this.#interrupted;
  }

  async report(run: () => Promise<ActionResult>): Promise<void> {
    try {
      this.#reporter().succeed(await run());
    } catch (error) {
      if (this.#interrupted.aborted) return;
      const known = error instanceof UserError ? error.diagnostics : systemDiagnostic(error);
      if (known === undefined) throw error;
      this.#reporter().fail(known);
    }
  }
}
