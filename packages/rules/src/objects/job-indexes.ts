import { goQuote } from '../go-text.ts';

/** Why a list of completion indexes such as `1,3-5` is invalid; undefined if it is valid. */
export function indexesProblem(text: string, completions: number): string | undefined {
  let previous: number | undefined;
  for (const part of text.split(',')) {
    const ends = part.split('-');
    if (ends.length > 2)
      return `the fragment ${goQuote(part)} violates the requirement that an index interval can have at most two parts separated by '-'`;
    for (const end of ends) {
      if (!/^-?\d+$/.test(end)) return `cannot convert string to integer for index: ${goQuote(end)}`;
      const index = Number(end);
      if (index >= completions) return `too large index: ${goQuote(end)}`;
      if (previous !== undefined && index <= previous)
        return `non-increasing order, previous: ${previous}, current: ${index}`;
      previous = index;
    }
  }
  return undefined;
}

/** How many indexes a valid list has. */
export function numberOfIndexes(text: string): number {
  return text
    .split(',')
    .map((part) => part.split('-').map(Number))
    .reduce((sum, [first = 0, last = first]) => sum + last - first + 1, 0);
}
