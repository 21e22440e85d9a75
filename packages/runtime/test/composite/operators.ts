import { setTimeout as sleep } from 'node:timers/promises';
import { Manager } from '@opgen/runtime';
import type { Transport } from '@opgen/runtime/transport';
import { type LogLine, RecordingLogger } from '../support/recording-logger.ts';

export interface RunningOperator {
  readonly ready: Promise<void>;
  readonly log: { readonly lines: readonly LogLine[]; readonly errors: readonly string[] };
  /** Whether it logs nothing for the given time, not even at debug level. */
  quietFor(milliseconds: number): Promise<boolean>;
}

/** Operators that a test starts and stops. */
export function operators(): {
  start(transport: Transport, setup: (manager: Manager) => unknown): RunningOperator;
  stop(): Promise<void>;
} {
  let end = new AbortController();
  let runs: Promise<void>[] = [];
  return {
    start: (transport, setup) => {
      const log = new RecordingLogger();
      const manager = new Manager({ transport, log, health: { bindAddress: '0' } });
      setup(manager);
      runs.push(manager.start(end.signal));
      return {
        ready: manager.ready,
        log: {
          lines: log.lines,
          get errors() {
            return log.lines.flatMap(({ fields: { error } }) =>
              error instanceof Error ? error.message : [],
            );
          },
        },
        quietFor: async (milliseconds) => {
          const before = log.lines.length;
          // In many steps: a process that the machine suspends for this time has not been quiet, but suspended.
          for (let step = 0; step < 20; step += 1) await sleep(milliseconds / 20);
          return log.lines.length === before;
        },
      };
    },
    stop: async () => {
      end.abort();
      await Promise.all(runs);
      [end, runs] = [new AbortController(), []];
    },
  };
}
