import type { Diagnostic } from '../../diagnostics.ts';
import { internalError } from '../diagnostics.ts';

export interface BugContext {
  args: readonly string[];
  version: string;
  /** The URL of opgen's issues. */
  tracker: string | undefined;
  verbose: boolean;
}

/** Browsers and servers cut long links. The first lines of a stack matter most. */
const longestBody = 3000;

/** A bug of opgen: one line with a link that fills in the report, and the stack with `--verbose`. */
export function bugDiagnostic(error: unknown, { args, tracker, verbose, version }: BugContext): Diagnostic {
  const message = error instanceof Error ? error.message : String(error);
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  const report = `opgen ${args.join(' ')}\nopgen ${version}, Node ${process.version}, ${process.platform}\n\n${stack}`;
  const query = new URLSearchParams({
    title: `opgen: ${message.split('\n')[0]}`,
    body: `\`\`\`\n${report.slice(0, longestBody)}\n\`\`\`\n`,
  });
  const where =
    tracker === undefined ? 'please report this' : `please report this: ${tracker}/new?${query.toString()}`;
  return internalError({
    message: `opgen failed because of a bug: ${verbose ? `${message}\n\n${report}\n` : message}`,
    hint: verbose ? where : `${where}\n--verbose prints the stack`,
  });
}
