import { readdir, readFile } from 'node:fs/promises';
import type { MeasuredProcess } from './measure.ts';

/** The current resident memory of a measured program; undefined if the system does not report it. */
export async function residentMiB({ process }: MeasuredProcess): Promise<number | undefined> {
  const status = await readText(`/proc/${await childOf(process.pid!)}/status`);
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) / 1024;
}

/** The only child process of the measuring process. Any of its threads may have started it. */
async function childOf(wrapper: number): Promise<string> {
  const threads = await readdir(`/proc/${wrapper}/task`).catch(() => []);
  const children = threads.map((thread) => readText(`/proc/${wrapper}/task/${thread}/children`));
  return (await Promise.all(children)).join('').trim();
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
