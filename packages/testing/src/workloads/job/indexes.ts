/** Completion indexes of a Job in ascending order. */
export type Indexes = readonly number[];

/** Reads indexes as a Job's status and success policy contain them: `1,3-5,7`. Those beyond `completions` do not count. */
export function parseIndexes(text: string, completions: number): Indexes {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [first = Number.NaN, last = first] = part.split('-').map((each) => Number.parseInt(each, 10));
    if (Number.isNaN(first) || Number.isNaN(last)) continue;
    for (let index = first; index <= Math.min(last, completions - 1); index += 1) found.add(index);
  }
  return sorted(found);
}

/** Writes indexes as Kubernetes does: three in sequence make a range, two do not. */
export function formatIndexes(indexes: Indexes): string {
  const ranges: [first: number, last: number][] = [];
  for (const index of indexes) {
    const range = ranges.at(-1);
    if (range?.[1] === index - 1) range[1] = index;
    else ranges.push([index, index]);
  }
  return ranges
    .map(([first, last]) =>
      first === last ? `${first}` : `${first}${last === first + 1 ? ',' : '-'}${last}`,
    )
    .join();
}

/** The indexes of both, each once. */
export function union(...all: readonly (readonly number[])[]): Indexes {
  return sorted(new Set(all.flat()));
}

/** The first indexes that are not taken. */
export function firstFree(taken: Indexes, completions: number, count: number): number[] {
  const isTaken = new Set(taken);
  const free: number[] = [];
  for (let index = 0; index < completions && free.length < count; index += 1)
    if (!isTaken.has(index)) free.push(index);
  return free;
}

function sorted(indexes: ReadonlySet<number>): number[] {
  return [...indexes].toSorted((a, b) => a - b);
}
