import type { Run } from '@opgen/runtime/runs';
import { runLine } from './run-line.ts';
import { stackText } from './stack-text.ts';

interface RunReportOptions {
  /** The frames of stacks in this folder are shown, with relative paths. */
  root: string;
  /** Marks the line of a failed run. */
  paint: (style: 'red', text: string) => string;
}

/** What people read about runs: a line for each, and the error of a failed one. */
export class RunReport {
  readonly #options: RunReportOptions;
  readonly #known = new Set<string>();

  constructor(options: RunReportOptions) {
    this.#options = options;
  }

  /** The line, and below it the error unless the controller has failed with it before: retries fail for the same reason. */
  of(run: Run): string {
    const { controller, error } = run;
    const line = runLine(run);
    if (error === undefined) return line;
    const { paint, root } = this.#options;
    const key = `${controller} ${error.message}`;
    const isKnown = this.#known.has(key);
    this.#known.add(key);
    const details = isKnown ? '' : `\n  ${error.message}\n${stackText(error.stack ?? '', root)}`;
    return `${paint('red', line)}${details}`;
  }

  /** Shows every error again. */
  forget(): void {
    this.#known.clear();
  }
}
