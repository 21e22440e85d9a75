import type { IntOrString } from '@opgen/runtime';

/** A number, or a percentage of the total. */
export function portionOf(total: number, value: IntOrString, round: (portion: number) => number): number {
  const percent = /^(\d+)%$/.exec(String(value))?.[1];
  return percent === undefined ? Number(value) : round((total * Number(percent)) / 100);
}
