import { Machine } from '../re2/machine.ts';

/** The size of the cache: the oldest pattern is evicted, and compiled again when it is used. */
const mostMachines = 1000;
const machines = new Map<string, Machine>();

/** True if a text matches a valid pattern. Compiled patterns are cached. */
export function matchesPattern(text: string, pattern: string): boolean {
  return machineOf(pattern).test(text);
}

function machineOf(pattern: string): Machine {
  const known = machines.get(pattern);
  if (known !== undefined) return known;
  const machine = new Machine(pattern);
  const [oldest] = machines.keys();
  if (machines.size >= mostMachines && oldest !== undefined) machines.delete(oldest);
  machines.set(pattern, machine);
  return machine;
}
