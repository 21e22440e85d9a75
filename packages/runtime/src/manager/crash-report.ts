import { messageOf } from '../failures.ts';
import type { Logger } from '../logging/logger.ts';

/**
 * Logs what is about to end the process, such as a rejected promise that nobody awaited, and what was running then. Node
 * itself prints a stack, which no log pipeline reads as one entry. Returns what ends the reports.
 */
export function reportCrashes(
  log: Logger,
  running: () => Readonly<Record<string, readonly string[]>>,
): () => void {
  const report = (error: unknown, origin: string): void => {
    const hint = origin === 'unhandledRejection' ? 'await every promise, or catch its rejection' : undefined;
    log.error(`the process ends: ${origin}`, {
      error: error ?? messageOf(error),
      running: running(),
      ...(hint !== undefined && { hint }),
    });
  };
  process.on('uncaughtExceptionMonitor', report);
  return () => process.off('uncaughtExceptionMonitor', report);
}
