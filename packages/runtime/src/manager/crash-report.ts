import { messageOf } from '../failures.ts';
import type { Logger } from '../logging/logger.ts';

/**
 * Logs the error that is about to end the process, such as an unhandled rejection, and the reconciles that are running.
 * Node prints only a stack trace, which log pipelines do not read as one entry. Returns the function that removes it.
 */
export function reportCrashes(
  log: Logger,
  running: () => Readonly<Record<string, readonly string[]>>,
): () => void {
  const report = (error: unknown, origin: string): void => {
    const hint = origin === 'unhandledRejection' ? 'await every promise, or catch its rejection' : undefined;
    log.error('uncaught error; the process is exiting', {
      origin,
      error: error ?? messageOf(error),
      running: running(),
      ...(hint !== undefined && { hint }),
    });
  };
  process.on('uncaughtExceptionMonitor', report);
  return () => process.off('uncaughtExceptionMonitor', report);
}
