import { ratio } from './markdown.ts';
import { median } from './statistics.ts';

/** One column of a comparison: its heading, the value of a run, and the format. */
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

/** A row of medians for each program, opgen first. Below each other program, a row with opgen relative to it. */
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
