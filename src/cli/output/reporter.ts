import type { ActionResult, ChangedFile } from '../../actions/action-result.ts';
import type { Diagnostic } from '../../diagnostics.ts';
import { painter } from './colors.ts';
import { renderDiagnostic } from './render-diagnostic.ts';
import { type Session, widthOf } from '../session.ts';

/** What `--json` prints, on success and on failure. */
export interface JsonReport {
  ok: boolean;
  command: string;
  version: string;
  data: unknown;
  diagnostics: readonly Diagnostic[];
  changed: readonly ChangedFile[];
  /** Present if the changes were only planned, by --dry-run or --diff. */
  dryRun?: true;
}

export interface ReportOptions {
  command: string;
  version: string;
  json: boolean;
  quiet: boolean;
  isDryRun: boolean;
  /** The places of diagnostics are relative to this folder. */
  folder: string;
}

/** Prints the result of a command on stdout, and its errors and warnings on stderr. */
export class Reporter {
  readonly #session: Session;
  readonly #options: ReportOptions;

  constructor(session: Session, options: ReportOptions) {
    this.#session = session;
    this.#options = options;
  }

  /** Prints a part of the text of a result before the rest. */
  print(text: string): void {
    if (!this.#options.json && !this.#options.quiet) this.#session.stdout.write(`${text.trimEnd()}\n`);
  }

  succeed({ changed = [], data, diagnostics = [], found = false, text }: ActionResult): void {
    if (this.#options.json) return this.#printJson({ ok: !found, data, diagnostics, changed });
    if (text !== '' && !(this.#options.quiet && !found)) this.#session.stdout.write(`${text.trimEnd()}\n`);
    // Last, so that it is not scrolled away.
    this.#printDiagnostics(diagnostics);
  }

  fail(diagnostics: readonly Diagnostic[]): void {
    if (this.#options.json) this.#printJson({ ok: false, data: null, diagnostics, changed: [] });
    else this.#printDiagnostics(diagnostics);
  }

  #printDiagnostics(diagnostics: readonly Diagnostic[]): void {
    const paint = painter(this.#session.stderr, this.#session.env);
    const { stderr } = this.#session;
    const width = stderr.isTTY === true ? widthOf(stderr) : undefined;
    const rendered = diagnostics.map((diagnostic) =>
      renderDiagnostic(diagnostic, { folder: this.#options.folder, paint, width }),
    );
    if (rendered.length > 0) this.#session.stderr.write(rendered.join('\n'));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 1) this.#session.stderr.write(`\n${errors.length} errors\n`);
  }

  #printJson(report: Omit<JsonReport, 'command' | 'version'>): void {
    const { command, isDryRun, version } = this.#options;
    const { ok, ...rest } = report;
    const whole: JsonReport = { ok, command, version, ...rest, ...(isDryRun && { dryRun: true }) };
    this.#session.stdout.write(`${JSON.stringify(whole, null, 2)}\n`);
  }
}
