import type { Container } from '@opgen/runtime/kinds/core/v1';

/** How a container ends by itself. */
export interface Exit {
  readonly code: number;
  readonly reason: string;
  /** Milliseconds after its start. */
  readonly after: number;
  /** Whether `settled()` waits for it. */
  readonly isAwaited: boolean;
}

const shells = new Set(['sh', 'bash', 'ash', 'dash']);
const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
/** A container takes at least so many milliseconds. */
const shortest = 1_000;
/** A command that takes longer does so by design. */
const longestAwaited = 60_000;

/**
 * When and how a container exits by its command: `sleep`, `exit`, `true`, `false` and `echo` are understood, also as a
 * script of a shell. `never` if it runs until it is stopped, and undefined if the command is anything else.
 */
export function exitOfCommand({
  image = '',
  command = [],
  args = [],
}: Container): Exit | 'never' | undefined {
  const [program = '', ...rest] = [...command, ...args];
  if (program === '') return isPause(image) ? 'never' : undefined;
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (!shells.has(name)) return run([[name, ...rest]]);
  const [flag, script = '', ...more] = rest;
  return flag === '-c' && more.length === 0 ? run(statements(script)) : undefined;
}

function isPause(image: string): boolean {
  return /(^|\/)pause(:|@|$)/.test(image);
}

function statements(script: string): string[][] {
  return script
    .split(/;|\n/)
    .map((line) => line.trim().split(/\s+/))
    .filter(([word]) => word !== '');
}

function run(lines: readonly (readonly string[])[]): Exit | 'never' | undefined {
  let seconds = 0;
  let code = 0;
  for (const [name, ...words] of lines) {
    const [word] = words;
    if (words.some((each) => /[$`|&<>(){}*?'"]/.test(each))) return undefined;
    if (name === 'exit' && words.length < 2 && /^\d*$/.test(word ?? ''))
      return exit(word === undefined ? code : Number(word) & 255, seconds);
    if (name === 'sleep' && words.length === 1) {
      const slept = secondsOf(word ?? '');
      if (slept === undefined) return undefined;
      if (slept === Infinity) return 'never';
      seconds += slept;
      code = 0;
    } else if (name === 'true' || name === 'echo') code = 0;
    else if (name === 'false') code = 1;
    else return undefined;
  }
  return exit(code, seconds);
}

function secondsOf(text: string): number | undefined {
  if (text === 'infinity') return Infinity;
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * (units[unit] ?? 1);
}

function exit(code: number, seconds: number): Exit {
  const after = Math.max(shortest, seconds * 1000);
  return { code, reason: code === 0 ? 'Completed' : 'Error', after, isAwaited: after <= longestAwaited };
}
