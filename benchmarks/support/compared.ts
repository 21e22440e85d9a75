import { ratio } from './markdown.ts';
import { median } from './statistics.ts';

/** One column of a comparison: what it is called, what it takes of a run, and how that reads. */
export interface Figure<Run> {
  column: string;
  of(run: Run): number;
  text(value: number): string;
}

/** A program under comparison, and its runs. */
export interface Compared<Run> {
  title: string;
  runs: readonly Run[];
}

export function columnsOf(figures: readonly Figure<never>[]): string[] {
  return ['', ...figures.map(({ column }) => column)];
}

/** A row of medians for each program, the first of which is ours, and below each other one what ours is to it. */
export function comparedRows<Run>(
  figures: readonly Figure<Run>[],
  programs: readonly Compared<Run>[],
): string[][] {
  const medians = programs.map(({ runs }) => figures.map(({ of }) => median(runs.map(of))));
  return programs.flatMap(({ title }, program) => {
    const row = [title, ...figures.map(({ text }, column) => text(medians[program]![column]!))];
    if (program === 0) return [row];
    const to = figures.map((_, column) => ratio(medians[0]![column]!, medians[program]![column]!));
    return [row, ['opgen relative to it', ...to]];
  });
}
