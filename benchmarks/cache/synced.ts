import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type Cost, startMeasured } from '../support/measure.ts';
import { residentMiB } from '../support/resident.ts';

/** What an operator needs until its cache has synced. */
export interface Synced {
  /** From the start of the process until it prints `ready`. */
  readyMs: number;
  /** Memory when idle; undefined if the system does not report it. */
  restMiB: number | undefined;
  cost: Cost;
}

/** Long enough to reconcile all objects, without writes. */
const untilRest = 5_000;

export async function synced(command: Command): Promise<Synced> {
  const started = performance.now();
  const running = await startMeasured(command);
  const failed = running.cost.then(() => Promise.reject(new Error('the program ended early')));
  failed.catch(() => {});
  try {
    await Promise.race([once(createInterface({ input: running.process.stdout! }), 'line'), failed]);
    const readyMs = performance.now() - started;
    await Promise.race([sleep(untilRest), failed]);
    const restMiB = await residentMiB(running);
    running.process.kill('SIGTERM');
    return { readyMs, restMiB, cost: await running.cost };
  } finally {
    running.process.kill('SIGTERM');
  }
}
