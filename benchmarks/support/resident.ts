import { readdir, readFile } from 'node:fs/promises';
import type { MeasuredProcess } from './measure.ts';

/** What a program under measurement holds in memory right now; undefined where the system does not say. */
export async function residentMiB({ process }: MeasuredProcess): Promise<number | undefined> {
  const status = await readText(`/proc/${await childOf(process.pid!)}/status`);
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/** Of the process that measures, the only one. Any of its threads may have started it. */
async function childOf(wrapper: number): Promise<string> {
  const threads = await readdir(`/proc/${wrapper}/task`).catch(() => []);
  const children = threads.map((thread) => readText(`/proc/${wrapper}/task/${thread}/children`));
  return (await Promise.all(children)).join('').trim();
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
