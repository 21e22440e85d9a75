import type { Diagnostic } from '../diagnostics.ts';

export interface DefectContext {
  args: readonly string[];
  version: string;
  /** Where opgen's issues are. */
  tracker: string | undefined;
  verbose: boolean;
}

/** Browsers and servers cut long links, and the head of a stack says most. */
const longestBody = 3000;

/** An error of opgen itself: one line, a link that fills in the report, and with `--verbose` the stack. */
export function defectDiagnostic(
  error: unknown,
  { args, tracker, verbose, version }: DefectContext,
): Diagnostic {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const report = `opgen ${args.join(' ')}\nopgen ${version}, Node ${process.version}, ${process.platform}\n\n${stack}`;
  const query = new URLSearchParams({
    title: `opgen: ${message.split('\n')[0]}`,
    body: `\`\`\`\n${report.slice(0, longestBody)}\n\`\`\`\n`,
  });
  const where =
    tracker === undefined ? 'please report this' : `please report this: ${tracker}/new?${query.toString()}`;
  return {
    code: 'OPG4900',
    severity: 'error',
    message: `this is a defect of opgen: ${verbose ? `${message}\n\n${report}\n` : message}`,
    hint: verbose ? where : `${where}\n--verbose shows where it happened`,
  };
}
