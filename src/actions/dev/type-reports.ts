import type { Diagnostic } from '../../diagnostics.ts';
import type { TypeCheck } from '../../dev/type-check.ts';
import type { DevReports } from './dev-reports.ts';

/** Reports type errors, and when there are none any more. */
export class TypeReports {
  readonly #reports: DevReports;
  /** What to do to start a build with type errors; empty if that is impossible. */
  readonly #escape: string;
  #hadErrors = false;

  constructor(reports: DevReports, { hasKeys }: { hasKeys: boolean }) {
    this.#reports = reports;
    this.#escape = hasKeys ? ' · r starts the new one anyway' : '';
  }

  /** `isHeld` says that the previous build keeps running because of the errors. */
  async report(result: TypeCheck, isHeld: boolean): Promise<void> {
    if (!Array.isArray(result)) return;
    const diagnostics: readonly Diagnostic[] = result;
    const isFixed = diagnostics.length === 0 && this.#hadErrors;
    if (diagnostics.length === 0 && !isFixed) return;
    this.#hadErrors = diagnostics.length > 0;
    const text = isFixed ? 'no type errors' : isHeld ? `the previous build keeps running${this.#escape}` : '';
    await this.#reports.event(
      { event: 'types', errors: diagnostics.length, held: isHeld },
      text,
      diagnostics,
    );
  }
}
