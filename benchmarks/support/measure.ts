import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goProgram } from './go-programs.ts';

/** The cost of a process and the children it waited for. */
export interface Cost {
  wallMs: number;
  cpuMs: number;
  /** The peak of the largest single process. */
  peakRssMiB: number;
}

export interface Command {
  program: string;
  args: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** A program that is being measured. */
export interface MeasuredProcess {
  process: ChildProcess;
  /** Resolves when the program has exited; rejects with its stderr if it failed. */
  cost: Promise<Cost>;
}

/** Runs a program until it exits, and returns its cost. */
export async function measure(command: Command): Promise<Cost> {
  const { process, cost } = await startMeasured(command);
  process.stdout?.resume();
  return cost;
}

export async function startMeasured(command: Command): Promise<MeasuredProcess> {
  const wrapper = await goProgram('measure');
  const folder = await mkdtemp(join(tmpdir(), 'opgen-measure-'));
  const report = join(folder, 'report.json');
  const child = spawn(wrapper, [report, command.program, ...command.args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(command.cwd !== undefined && { cwd: command.cwd }),
    env: { ...process.env, ...command.env },
  });
  return { process: child, cost: costAfter(child, command, report, folder) };
}

async function costAfter(
  child: ChildProcess,
  command: Command,
  report: string,
  folder: string,
): Promise<Cost> {
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors += text));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0)
      throw new Error(`${command.program} ${command.args.join(' ')} ended with ${code}\n${errors}`);
    return JSON.parse(await readFile(report, 'utf8')) as Cost;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
