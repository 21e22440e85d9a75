import type { Diagnostic } from '../../diagnostics.ts';
import type { ActionContext } from '../action-context.ts';
import type { ActionResult } from '../action-result.ts';

/** What `--json` prints about a restart, a reconcile, and so on. */
export interface DevEvent {
  event:
    'manifests' | 'operator' | 'run' | 'log' | 'output' | 'samples' | 'types' | 'page' | 'chaos' | 'fault';
  [field: string]: unknown;
}

/** Prints what happens while `opgen dev` runs, as lines or as JSON documents. */
export class DevReports {
  readonly #runs: ActionContext['repeatedRuns'];

  constructor({ repeatedRuns }: Pick<ActionContext, 'repeatedRuns'>) {
    this.#runs = repeatedRuns;
  }

  /** Reports an event; people read `text`. */
  event(data: DevEvent, text: string, diagnostics: readonly Diagnostic[] = []): Promise<void> {
    return this.during(async () => eventResult(data, text, diagnostics));
  }

  failure(error: unknown): Promise<void> {
    return this.during(async () => {
      throw error;
    });
  }

  /** Reports the result of the work, or the error that it fails with. */
  during(work: () => Promise<ActionResult>): Promise<void> {
    return this.#runs.report(work);
  }
}

export function eventResult(
  data: DevEvent,
  text: string,
  diagnostics: readonly Diagnostic[] = [],
): ActionResult {
  return { data, text, diagnostics };
}
