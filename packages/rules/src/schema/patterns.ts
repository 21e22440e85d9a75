import { Machine } from '../re2/machine.ts';

/** Of the patterns that were compiled last. Older ones are compiled again. */
const mostMachines = 1000;
const machines = new Map<string, Machine>();

/** Whether a text matches a pattern that its definition was accepted with. A pattern is compiled once, not per value. */
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
