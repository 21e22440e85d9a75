import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, type Cost, startMeasured } from '../support/measure.ts';

/** What it takes until an operator has everything in memory. */
export interface Synced {
  /** From the start of the process until it says `ready`. */
  readyMs: number;
  /** Once nothing happens any more; undefined where the system does not say. */
  restMiB: number | undefined;
  cost: Cost;
}

/** Long enough for the reconciles of all objects, which write nothing. */
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
    const restMiB = await residentMiB(running.process.pid!);
    running.process.kill('SIGTERM');
    return { readyMs, restMiB, cost: await running.cost };
  } finally {
    running.process.kill('SIGTERM');
  }
}

/** What the only child of the measuring process holds in memory. */
async function residentMiB(wrapper: number): Promise<number | undefined> {
  const status = await readText(`/proc/${await childOf(wrapper)}/status`);
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/** Any of its threads may have started it. */
async function childOf(wrapper: number): Promise<string> {
  const threads = await readdir(`/proc/${wrapper}/task`).catch(() => []);
  const children = threads.map((thread) => readText(`/proc/${wrapper}/task/${thread}/children`));
  return (await Promise.all(children)).join('').trim();
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
