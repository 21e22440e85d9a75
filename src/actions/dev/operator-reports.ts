import { isWorthShowing, logText, readLogLine } from '../../dev/log-line.ts';
import type { OperatorProcessOptions } from '../../dev/operator-process.ts';
import type { Page } from '../../dev/page/page.ts';
import { stuckReconcile } from '../../dev/page/stuck-reconcile.ts';
import { RunReport } from '../../dev/run-report.ts';
import type { ActionContext } from '../action-context.ts';
import type { DevReports } from './dev-reports.ts';
import type { MissingPermissions } from './missing-permissions.ts';

/** A reconcile, as the runtime records it. */
type RecordedRun = Parameters<OperatorProcessOptions['onRun']>[0];

export interface OperatorReportsOptions {
  context: Pick<ActionContext, 'now' | 'paint'>;
  root: string;
  reports: DevReports;
  page: Page | undefined;
  missing: MissingPermissions;
  /** Called when the operator serves its webhooks. */
  onServing: () => void;
}

/** Reports the reconciles and the output of the operator. */
export class OperatorReports {
  readonly #options: OperatorReportsOptions;
  readonly #runs: RunReport;

  constructor(options: OperatorReportsOptions) {
    this.#options = options;
    this.#runs = new RunReport({ root: options.root, paint: options.context.paint });
  }

  /** Errors of the next build are reported in full again. */
  forget(): void {
    this.#runs.forget();
    this.#options.missing.forget();
  }

  run(run: RecordedRun): void {
    const { missing, page, reports } = this.#options;
    page?.addRun(run);
    const { controller, error } = run;
    void reports.event({ event: 'run', run }, this.#runs.of(run));
    if (error?.missingMarkers !== undefined) missing.report(error.missingMarkers, controller);
  }

  line(line: string): void {
    const { context, missing, onServing, page, reports } = this.#options;
    const log = readLogLine(line);
    if (log === undefined) return void reports.event({ event: 'output', line }, line);
    const stuck = stuckReconcile(log, context.now());
    if (stuck !== undefined) page?.addStuck(stuck);
    if (log.message === 'serving webhooks') onServing();
    const { markers } = log.fields;
    if (Array.isArray(markers)) return missing.report(markers.map(String), undefined);
    if (isWorthShowing(log)) void reports.event({ event: 'log', ...log }, logText(log));
  }
}
